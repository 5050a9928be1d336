import type Database from 'better-sqlite3';
import { failSaying } from '../core/model/failure.ts';
import {
  type AppliedMapping,
  type FieldMapping,
  type MappedKind,
  mappedKinds,
  type NamedMapping,
} from '../core/model/mapping.ts';
import { guarded } from './record-error.ts';

/** Mappings a person saved, and which of them (or which other) each file is read by. */
export interface Mappings {
  /** By name. */
  list(): NamedMapping[];
  get(name: string): NamedMapping | null;
  /** Saves under the name, in place of what stood there. */
  save(name: string, kind: MappedKind, fields: FieldMapping): NamedMapping;
  /** Files that are read by it stay as they are. @throws FailureError `not_found` */
  remove(name: string): void;
  ofSource(sourceId: number): AppliedMapping | null;
  /** Null: the file is read by its own names. */
  setForSource(sourceId: number, mapping: AppliedMapping | null): void;
}

interface StoredMapping {
  readonly name: string;
  readonly kind: string;
  readonly fields: string;
  readonly updated_at: number;
}

export function mappingRepository(db: Database.Database, now: () => number): Mappings {
  const columns = 'name, kind, fields, updated_at';
  const all = db.prepare<[], StoredMapping>(`SELECT ${columns} FROM mappings ORDER BY name`);
  const one = db.prepare<[string], StoredMapping>(`SELECT ${columns} FROM mappings WHERE name = ?`);
  const upsert = db.prepare<[string, string, string, number, number], StoredMapping>(`
    INSERT INTO mappings (name, kind, fields, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, fields = excluded.fields, updated_at = excluded.updated_at
    RETURNING ${columns}`);
  const drop = db.prepare<[string]>('DELETE FROM mappings WHERE name = ?');
  const ofSource = db.prepare<[number], { mapping: string }>(
    'SELECT mapping FROM source_mappings WHERE source_id = ?',
  );
  const setSource = db.prepare<[number, string, number]>(`
    INSERT INTO source_mappings (source_id, mapping, created_at) VALUES (?, ?, ?)
    ON CONFLICT (source_id) DO UPDATE SET mapping = excluded.mapping, created_at = excluded.created_at`);
  const dropSource = db.prepare<[number]>('DELETE FROM source_mappings WHERE source_id = ?');
  return {
    list: () => guarded('list the mappings', () => all.all().map(mappingOf)),
    get: (name) =>
      guarded('find the mapping', () => {
        const row = one.get(name);
        return row === undefined ? null : mappingOf(row);
      }),
    save: (name, kind, fields) =>
      guarded('save the mapping', () => {
        const row = upsert.get(name, kind, JSON.stringify(fields), now(), now());
        if (row === undefined) throw new Error('the upsert returned no row');
        return mappingOf(row);
      }),
    remove: (name) =>
      guarded('remove the mapping', () => {
        if (drop.run(name).changes === 0)
          throw failSaying('not_found', 'no_mapping', { name }, { mapping: name });
      }),
    ofSource: (sourceId) =>
      guarded('find the mapping of the file', () => {
        const row = ofSource.get(sourceId);
        // What stands there was written below, from an AppliedMapping; at first from one that named no kind.
        return row === undefined
          ? null
          : {
              kind: 'reward_log' as const,
              ...(JSON.parse(row.mapping) as Omit<AppliedMapping, 'kind'> & { readonly kind?: MappedKind }),
            };
      }),
    setForSource: (sourceId, mapping) =>
      guarded('note the mapping of the file', () => {
        if (mapping === null) dropSource.run(sourceId);
        else setSource.run(sourceId, JSON.stringify(mapping), now());
      }),
  };
}

function mappingOf({ name, kind, fields, updated_at }: StoredMapping): NamedMapping {
  // Written by `save` from a FieldMapping.
  const mapped = JSON.parse(fields) as FieldMapping;
  return {
    name,
    kind: mappedKinds.find((one) => one === kind) ?? 'reward_log',
    fields: mapped,
    updated_at,
  };
}
