import type Database from 'better-sqlite3';
import type { AttemptOutcome, Profile } from '../core/model/record.ts';
import { fromJson, type JsonValue } from './json.ts';
import type { Prompts, StoredPrompt } from './prompts.ts';
import { guarded } from './record-error.ts';

/** A criterion with the words of the instruction that ask for it. */
export interface KeptCriterion {
  readonly text: string;
  readonly quote: string;
}

export interface RefusedCriterion {
  readonly text: string;
  readonly quote: string;
  /** A code; the screens translate it. */
  readonly why: string;
}

/** One call for fine rubrics and what came of it, a failed one included. */
export interface FineGeneration {
  readonly generation_id: number;
  readonly instruction_hash: string;
  readonly instruction: string;
  /** `none`: the generator abstained, or nothing it said held. */
  readonly state: 'criteria' | 'none' | 'failed';
  readonly outcome: AttemptOutcome;
  readonly profile_name: string;
  readonly kept: readonly KeptCriterion[];
  readonly refused: readonly RefusedCriterion[];
  readonly raw_reply: string | null;
  readonly error: string | null;
  readonly response_id: string | null;
  readonly model: string | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly latency_ms: number | null;
  readonly started_at: number;
  readonly ended_at: number;
}

export type FineGenerationDraft = Omit<FineGeneration, 'generation_id' | 'profile_name'> & {
  readonly profile: Profile;
  readonly prompt: StoredPrompt;
};

export interface FineGenerations {
  add(draft: FineGenerationDraft): FineGeneration;
  /** The newest one that did not fail: what a prompt uses. */
  inForce(instructionHash: string): FineGeneration | null;
  /** All of one instruction, newest first. */
  of(instructionHash: string): FineGeneration[];
  /** The newest of each instruction, newest first. */
  page(offset: number, limit: number): { readonly total: number; readonly rows: FineGeneration[] };
  /** How the newest of each instruction ended. */
  counts(): Readonly<Record<FineGeneration['state'], number>>;
}

interface Row extends Omit<FineGeneration, 'profile_name' | 'kept' | 'refused'> {
  readonly profile: string;
  readonly messages_sha256: string;
  readonly kept: string;
  readonly refused: string;
}

export function fineGenerationRepository(db: Database.Database, prompts: Prompts): FineGenerations {
  const insert = db.prepare(`
    INSERT INTO fine_generations (instruction_hash, instruction, state, outcome, profile, messages_sha256, kept, refused,
      raw_reply, error, response_id, model, prompt_tokens, completion_tokens, latency_ms, started_at, ended_at)
    VALUES (@instruction_hash, @instruction, @state, @outcome, @profile, @messages_sha256, @kept, @refused,
      @raw_reply, @error, @response_id, @model, @prompt_tokens, @completion_tokens, @latency_ms, @started_at, @ended_at)
    RETURNING *`);
  const inForce = db.prepare<[string], Row>(`
    SELECT * FROM fine_generations WHERE instruction_hash = ? AND state <> 'failed'
    ORDER BY generation_id DESC LIMIT 1`);
  const of = db.prepare<[string], Row>(
    'SELECT * FROM fine_generations WHERE instruction_hash = ? ORDER BY generation_id DESC',
  );
  const newest = 'SELECT max(generation_id) FROM fine_generations GROUP BY instruction_hash';
  const page = db.prepare<[number, number], Row>(`
    SELECT * FROM fine_generations WHERE generation_id IN (${newest}) ORDER BY generation_id DESC LIMIT ? OFFSET ?`);
  const states = db.prepare<[], { state: FineGeneration['state']; n: number }>(
    `SELECT state, count(*) AS n FROM fine_generations WHERE generation_id IN (${newest}) GROUP BY state`,
  );
  const add = db.transaction(
    ({ profile, prompt, kept, refused, ...draft }: FineGenerationDraft): FineGeneration => {
      const row: unknown = insert.get({
        ...draft,
        profile: JSON.stringify(profile),
        messages_sha256: prompts.keep(prompt),
        kept: JSON.stringify(kept),
        refused: JSON.stringify(refused),
      });
      // what RETURNING * gives of this table
      return toGeneration(row as Row);
    },
  );
  const counts = () => {
    const found = new Map(states.all().map(({ state, n }) => [state, n]));
    return {
      criteria: found.get('criteria') ?? 0,
      none: found.get('none') ?? 0,
      failed: found.get('failed') ?? 0,
    };
  };
  return {
    add: (draft) => guarded('save the generated criteria', () => add.immediate(draft)),
    inForce: (instructionHash) =>
      guarded('read the generated criteria', () => {
        const row = inForce.get(instructionHash);
        return row === undefined ? null : toGeneration(row);
      }),
    of: (instructionHash) =>
      guarded('read the generated criteria', () => of.all(instructionHash).map(toGeneration)),
    page: (offset, limit) =>
      guarded('list the generated criteria', () => {
        const { criteria, none, failed } = counts();
        return { total: criteria + none + failed, rows: page.all(limit, offset).map(toGeneration) };
      }),
    counts: () => guarded('count the generated criteria', counts),
  };
}

function toGeneration({ profile, messages_sha256: _messages, kept, refused, ...row }: Row): FineGeneration {
  const made = fromJson(profile);
  return {
    ...row,
    profile_name: textIn(made, 'name'),
    kept: listIn(fromJson(kept)).map((each) => ({
      text: textIn(each, 'text'),
      quote: textIn(each, 'quote'),
    })),
    refused: listIn(fromJson(refused)).map((each) => ({
      text: textIn(each, 'text'),
      quote: textIn(each, 'quote'),
      why: textIn(each, 'why'),
    })),
  };
}

function listIn(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textIn(value: JsonValue, key: string): string {
  const found =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).find(([name]) => name === key)?.[1]
      : null;
  return typeof found === 'string' ? found : '';
}
