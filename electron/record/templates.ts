import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import { guarded } from './record-error.ts';

/** A saved version of a prompt template: the text of its file, never changed once it is here. */
export interface StoredTemplate {
  readonly template_id: string;
  readonly name: string;
  /** From 1, within the name. */
  readonly version: number;
  readonly note: string;
  readonly content_hash: string;
  readonly text: string;
  readonly created_at: number;
}

export type TemplateDraft = Pick<StoredTemplate, 'name' | 'note' | 'content_hash' | 'text'>;

export interface Templates {
  /** The next version of the name; where the newest one of that name has this very text, that one. */
  save(draft: TemplateDraft): StoredTemplate;
  get(templateId: string): StoredTemplate | null;
  /** By name, newest version first. */
  list(): StoredTemplate[];
  /** How many re-runs were made with each. */
  runs(): ReadonlyMap<string, number>;
  /** @throws FailureError `bad_request` where a re-run refers to it, `not_found` for an unknown id */
  remove(templateId: string): void;
}

export function templateRepository(db: Database.Database, now: () => number): Templates {
  const newest = db.prepare<[string], StoredTemplate>(
    'SELECT * FROM templates WHERE name = ? ORDER BY version DESC LIMIT 1',
  );
  const insert = db.prepare<[StoredTemplate]>(`
    INSERT INTO templates (template_id, name, version, note, content_hash, text, created_at)
    VALUES (@template_id, @name, @version, @note, @content_hash, @text, @created_at)`);
  const one = db.prepare<[string], StoredTemplate>('SELECT * FROM templates WHERE template_id = ?');
  const all = db.prepare<[], StoredTemplate>('SELECT * FROM templates ORDER BY name, version DESC');
  const used = db.prepare<[], { template_id: string; n: number }>(
    'SELECT template_id, count(*) AS n FROM run_questions WHERE template_id IS NOT NULL GROUP BY template_id',
  );
  const remove = db.prepare<[string]>('DELETE FROM templates WHERE template_id = ?');
  const save = db.transaction((draft: TemplateDraft): StoredTemplate => {
    const last = newest.get(draft.name);
    if (last !== undefined && last.text === draft.text) return last;
    const row: StoredTemplate = {
      ...draft,
      template_id: randomUUID(),
      version: (last?.version ?? 0) + 1,
      created_at: now(),
    };
    insert.run(row);
    return row;
  });
  const runs = (): ReadonlyMap<string, number> =>
    new Map(used.all().map(({ template_id, n }) => [template_id, n]));
  return {
    save: (draft) => guarded('save the template', () => save.immediate(draft)),
    get: (templateId) => guarded('read the template', () => one.get(templateId) ?? null),
    list: () => guarded('list the templates', () => all.all()),
    runs: () => guarded('list the templates in use', runs),
    remove: (templateId) =>
      guarded('remove the template', () => {
        const count = runs().get(templateId) ?? 0;
        if (count > 0)
          throw fail('bad_request', 'Re-runs were made with this version of the template, so it stays.', {
            template_id: templateId,
            runs: count,
          });
        if (remove.run(templateId).changes === 0)
          throw fail('not_found', `No template has the id ${templateId}.`, { template_id: templateId });
      }),
  };
}
