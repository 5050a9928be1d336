import { contentText, type SentMessages } from './chat-message.ts';

/** Where two requests part, in the JSON text of their messages as it goes over the wire. */
export interface FirstDifference {
  /** From 0, in UTF-8 bytes of that text. */
  readonly byte: number;
  /** How long each is. */
  readonly bytes: { readonly template: number; readonly training: number };
  /** The message, from 0, and line and column, from 1, in its text; null where it is not a text that differs. */
  readonly place: {
    readonly message: number;
    readonly role: string;
    readonly line: number;
    readonly column: number;
  } | null;
  /** What both say just before, and what each says from there on. */
  readonly same: string;
  readonly template: string;
  readonly training: string;
}

const around = 60;

/** The first byte at which the messages differ; null where they are the same to the byte. */
export function firstDifference(template: SentMessages, training: SentMessages): FirstDifference | null {
  const [own, theirs] = [JSON.stringify(template), JSON.stringify(training)];
  if (own === theirs) return null;
  const at = commonLength(own, theirs);
  const inText = textDifference(template, training);
  const shown = inText ?? { same: own.slice(0, at), template: own.slice(at), training: theirs.slice(at) };
  return {
    byte: byteLength(own.slice(0, at)),
    bytes: { template: byteLength(own), training: byteLength(theirs) },
    place: inText?.place ?? null,
    same: shown.same.slice(-around),
    template: shown.template.slice(0, around),
    training: shown.training.slice(0, around),
  };
}

function textDifference(template: SentMessages, training: SentMessages) {
  for (const [message, own] of template.entries()) {
    const theirs = training[message];
    if (theirs === undefined || theirs.role !== own.role) return null;
    const [left, right] = [own, theirs].map((each) => contentText('content' in each ? each.content : null));
    if (left === undefined || right === undefined || left === right) continue;
    const at = commonLength(left, right);
    const before = left.slice(0, at);
    return {
      place: {
        message,
        role: own.role,
        line: before.split('\n').length,
        column: at - before.lastIndexOf('\n'),
      },
      same: before,
      template: left.slice(at),
      training: right.slice(at),
    };
  }
  return null;
}

/** Code units both begin with; never half of a surrogate pair. */
function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const code = a.charCodeAt(at - 1);
  return at > 0 && code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
