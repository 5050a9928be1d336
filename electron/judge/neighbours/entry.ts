import type { KeyFile, NeighbourTool } from '../../core/model/record.ts';

/** What is mixed up, or missing, in a neighbour's settings; the texts are the screens'. */
export type WarningCode =
  | 'literal_key'
  | 'key_helper'
  | 'two_keys'
  | 'no_key'
  | 'env_key_missing'
  | 'env_key_no_name'
  | 'env_not_set'
  | 'anthropic_in_codex'
  | 'openai_in_claude'
  | 'anthropic_address'
  | 'wire_api_responses'
  | 'tracking_query'
  | 'query_dropped'
  | 'secret_in_url'
  | 'call_address'
  | 'bad_address'
  | 'headers_dropped'
  | 'model_alias'
  | 'model_missing'
  | 'tool_unsupported';

export interface NeighbourWarning {
  readonly code: WarningCode;
  /** Where: a name in the file. */
  readonly field: string | null;
  /** Names and addresses alone; never a value that could be a key. */
  readonly detail: string | null;
}

/** Where a key comes from, as it may be shown. */
export type KeySource =
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'file'; readonly file: KeyFile }
  | { readonly from: 'none' };

/** One gateway that a neighbour's settings describe. */
export interface NeighbourEntry {
  /** Names it within its file. */
  readonly entry: string;
  readonly tool: NeighbourTool;
  readonly name: string;
  /** The one that tool uses now. */
  readonly current: boolean;
  readonly base_url: string | null;
  readonly model: string | null;
  readonly key: KeySource;
  readonly warnings: readonly NeighbourWarning[];
}

/** Collects warnings in the order they are found, each once. */
export class Warnings {
  readonly #found = new Map<string, NeighbourWarning>();

  add(code: WarningCode, field: string | null = null, detail: string | null = null): void {
    this.#found.set(JSON.stringify([code, field, detail]), { code, field, detail });
  }

  list(): readonly NeighbourWarning[] {
    return [...this.#found.values()];
  }
}
