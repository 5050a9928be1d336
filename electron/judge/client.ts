import type { Profile } from '../core/model/record.ts';
import type { AttemptResult, JudgeCall } from './attempt-result.ts';
import { resultOf } from './call-result.ts';
import { type Dialect, DialectMemory, type DialectStore, nextDialect, type Refusal } from './dialect.ts';
import { cleanBaseUrl, versionedBaseUrl } from './endpoint.ts';
import { requestBody } from './request-body.ts';
import { Transport, type Wire } from './transport.ts';

/** Calls any OpenAI-compatible judge. Keep one per session: it remembers what each gateway takes. */
export class JudgeClient {
  readonly #transport = new Transport();
  readonly #dialects: DialectMemory;

  /** With a store it knows what earlier sessions found out, and tells later ones. */
  constructor(store: DialectStore | null = null) {
    this.#dialects = new DialectMemory(store);
  }

  /** How the profile's gateway is spoken to now. */
  dialect(profile: Profile): Dialect {
    return this.#dialects.current(profile);
  }

  /** Asks the profile's gateway afresh; the store forgets on its own. */
  forget(profileId: string): void {
    this.#dialects.forget(profileId);
  }

  /**
   * One call, one outcome. A gateway that refuses the form of the request (response format, name of the token limit,
   * address without a version) is asked again in the form it takes; those refusals judge nothing and are no attempts.
   *
   * @throws FailureError `cancelled` where `signal` ended the call, and nothing else
   */
  async call(call: JudgeCall): Promise<AttemptResult> {
    // Each round drops one thing a gateway refuses, and there are five.
    for (let round = 0; ; round += 1) {
      const dialect = this.#dialects.current(call.profile);
      const sent = await this.#sendTo(call, dialect);
      const refusal = refusalOf(sent.wire);
      const next = refusal === null || round >= 5 ? null : nextDialect(sent.dialect, refusal);
      this.#dialects.learn(call.profile, dialect, next ?? sent.dialect);
      if (next === null) return resultOf(call, sent.dialect, sent.wire);
    }
  }

  /** Sends to the address as given, and once to the one with a version where that answers as if nobody lived there. */
  async #sendTo(call: JudgeCall, dialect: Dialect): Promise<{ wire: Wire; dialect: Dialect }> {
    const given = cleanBaseUrl(call.profile.base_url);
    const versioned = versionedBaseUrl(given);
    const body = requestBody(call, dialect);
    if (dialect.address === 'versioned' && versioned !== null)
      return { wire: await this.#transport.send(call, versioned, body), dialect };
    const wire = await this.#transport.send(call, given, body);
    if (dialect.address === 'as_given' || !settles(wire)) return { wire, dialect };
    if (versioned === null || !nobodyThere(wire))
      return { wire, dialect: { ...dialect, address: 'as_given' } };
    const second = await this.#transport.send(call, versioned, body);
    // Neither address is one: say what the one that was given said, and do not settle.
    if (nobodyThere(second) || !settles(second)) return { wire, dialect };
    return { wire: second, dialect: { ...dialect, address: 'versioned' } };
  }
}

/** The one-call form: a client of its own, which forgets what it learned. */
export function callJudge(call: JudgeCall): Promise<AttemptResult> {
  return new JudgeClient().call(call);
}

/** Whether the end says that the address is one: a call that nobody answered, or that was sent elsewhere, says nothing. */
function settles({ end }: Wire): boolean {
  return end.kind === 'answer' || end.kind === 'refusal';
}

function nobodyThere({ end }: Wire): boolean {
  if (end.kind === 'answer')
    return /^\s*<(!doctype|html)/i.test(end.body) || end.content_type.includes('text/html');
  return (
    end.kind === 'refusal' &&
    (end.status === 404 || end.status === 405) &&
    // A gateway that names the model knows the address and not the model.
    !/model/i.test(`${end.code ?? ''} ${end.html ? '' : end.text}`)
  );
}

function refusalOf({ end }: Wire): Refusal | null {
  return end.kind === 'refusal' ? { status: end.status, text: end.text } : null;
}
