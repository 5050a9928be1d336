import { resolve } from 'node:path';
import type { AppliedMapping } from '../../core/model/mapping.ts';
import { compileMapping } from '../../logs/mapping/compile.ts';
import { fileShape } from '../../logs/mapping/shape.ts';
import { previewMapping } from './mapping-preview.ts';
import type { EngineParts } from './parts.ts';
import type { ReadingServices } from './reading-views.ts';
import { startImport } from './start-import.ts';

/** Files of other names: what they hold, what they would be read as, and the mappings a person saved. */
export function mappingService(parts: EngineParts): ReadingServices['mappings'] {
  const { record } = parts;
  return {
    look: (path, kind) => fileShape(resolve(path), parts.folder, record.mappings.list(), kind),
    preview: (path, kind, fields) => previewMapping(resolve(path), kind, fields),
    list: () => record.mappings.list(),
    save(name, kind, fields) {
      compileMapping(fields, kind);
      return record.mappings.save(name, kind, fields);
    },
    remove: (name) => record.mappings.remove(name),
    read(path, name, kind, fields) {
      const mapping: AppliedMapping | null = fields === null ? null : { name, kind, fields, by: 'asked' };
      if (mapping !== null) compileMapping(mapping.fields, kind);
      return Promise.resolve(startImport(parts, [path], { kind, again: true, mapping }));
    },
  };
}
