import type { NeighbourWarning } from '../api/contract.ts';
import { assertNever } from '../core/model/failure.ts';

/** What is mixed up in a neighbour's settings, as a sentence; the screens have theirs in two languages. */
export function warningText({ code, field, detail }: NeighbourWarning): string {
  const at = field ?? 'the settings';
  switch (code) {
    case 'literal_key':
      return `The key lies in plain text in ${at}. The profile points at it and keeps no copy; a variable would be safer.`;
    case 'key_helper':
      return `${at} names a command that prints the key. It is not run here: name a variable for the key.`;
    case 'two_keys':
      return `Two keys are set (${detail}); the first one is used, as that tool does.`;
    case 'no_key':
      return 'No key is named: that tool may be logged in to an account, which is no key.';
    case 'env_key_missing':
      return `${at} is missing: the provider says nowhere where its key is.`;
    case 'env_key_no_name':
      return `${at} takes the name of a variable, and what stands there is none; it looks like the key itself.`;
    case 'env_not_set':
      return `The variable ${detail} is not set where Assay runs.`;
    case 'anthropic_in_codex':
      return `${detail ?? at} belongs to Claude Code; Codex does not read it${detail === null ? '' : ` (${at})`}.`;
    case 'openai_in_claude':
      return `${at} belongs to OpenAI’s tools; Claude Code does not read it.`;
    case 'anthropic_address':
      return `${detail ?? at} is an address for Anthropic’s protocol. Assay calls /chat/completions there: test the profile, and change the address if the gateway has another one for that.`;
    case 'wire_api_responses':
      return `${at} is "responses", the Responses API, which is not spoken here. Assay calls /chat/completions at the same address: test the profile.`;
    case 'tracking_query':
      return `${at} carries a tracking query (${detail}); it was left out.`;
    case 'query_dropped':
      return `${at} carries a query${detail === null ? '' : ` (${detail})`}, where keys hide; it was left out.`;
    case 'secret_in_url':
      return `${at} carries a user name or a password; they were left out.`;
    case 'call_address':
      return `${at} is the address of a call, not the base of one; the end was left out.`;
    case 'bad_address':
      return `${at} is no http or https address.`;
    case 'headers_dropped':
      return `${at} (${detail}) is not sent along by Assay.`;
    case 'model_alias':
      return `${detail} is an alias of that tool’s own, which a gateway may not know: name the model the judge was trained with.`;
    case 'model_missing':
      return 'No model is named: say which judge it is.';
    case 'tool_unsupported':
      return `Settings for ${detail} are not read.`;
    default:
      return assertNever(code);
  }
}
