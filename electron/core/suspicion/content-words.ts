import type { Span } from '../rubric/index.ts';

/** A unit of content in a folded text: a word of a spaced script, a CJK bigram, or a CJK character on its own. */
export interface ContentWord {
  readonly text: string;
  readonly span: Span;
  readonly cjk: boolean;
}

/** Words that carry no content, and the words criteria are made of whatever they ask for. */
const emptyWords = new Set(
  (
    'a an the is are was were be been being am to of in on at by and or nor for with from into onto as that this these ' +
    'those it its their there than then so if not no any all each both which who what when where while must should ' +
    'shall can could may might will would has have had having do does did done only also just exactly correctly ' +
    'correct properly verify verified check checked confirm confirmed ensure ensured make sure agent user task ' +
    'instruction criterion contains contain containing include includes included shows shown show matches match ' +
    'matching using used use after before during'
  ).split(' '),
);
const emptyCjk =
  /确认|检查|核对|验证|确保|必须|应该|应当|需要|是否|正确|准确|用户|任务|指令|智能体|代理|已经|其中|以及|并且|或者|如果|进行|包含|包括|显示|[的了是在和与或及并且将被把对为于由从到向给让使会能可要应须需也都就还又再很该此其这那有]/gu;

const run =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〇]+|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}]|[._@/\\'’-](?=[\p{L}\p{N}]))*/gu;
const cjkRun = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〇]/u;
const spacedPart = /[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〇]+/gu;

const irregular: Readonly<Record<string, string>> = {
  sent: 'send',
  bought: 'buy',
  paid: 'pay',
  written: 'write',
  wrote: 'write',
  made: 'make',
  found: 'find',
  chosen: 'choose',
  chose: 'choose',
  taken: 'take',
  took: 'take',
  went: 'go',
  gone: 'go',
};

/** A word without its commonest English endings: files is file, sent is send. Only for comparing, never for showing. */
export function stem(word: string): string {
  const bare = word.replace(/['’]s$/, '');
  const plain = Object.hasOwn(irregular, bare) ? (irregular[bare] ?? bare) : bare;
  if (plain.length > 5 && plain.endsWith('ing')) return undouble(plain.slice(0, -3));
  if (plain.length > 4 && plain.endsWith('ied')) return `${plain.slice(0, -3)}y`;
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (plain.length > 4 && plain.endsWith('ed')) return undouble(plain.slice(0, -2));
  if (plain.length > 4 && /(?:[sxz]|[cs]h)es$/.test(plain)) return plain.slice(0, -2);
  if (plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss')) return silent(plain.slice(0, -1));
  return silent(plain);
}

function undouble(word: string): string {
  return silent(/([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word);
}

function silent(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
}

/** The content words of a folded text outside of `masked`, in order. */
export function contentWords(text: string, masked: readonly Span[] = []): ContentWord[] {
  let visible = text;
  for (const span of masked)
    visible = visible.slice(0, span.start) + ' '.repeat(span.end - span.start) + visible.slice(span.end);
  const words: ContentWord[] = [];
  for (const match of visible.matchAll(run)) {
    if (cjkRun.test(match[0])) words.push(...cjkWords(match[0], match.index));
    else
      for (const part of match[0].matchAll(spacedPart)) {
        const start = match.index + part.index;
        const word = { text: part[0], span: { start, end: start + part[0].length }, cjk: false };
        if (word.text.length > 1 && !emptyWords.has(word.text)) words.push(word);
      }
  }
  return words;
}

function cjkWords(text: string, offset: number): ContentWord[] {
  const visible = text.replaceAll(emptyCjk, (empty) => ' '.repeat(empty.length));
  const words: ContentWord[] = [];
  for (const match of visible.matchAll(/\S+/g)) {
    const start = offset + match.index;
    const units = [...match[0]];
    if (units.length === 1)
      words.push({ text: match[0], span: { start, end: start + match[0].length }, cjk: true });
    let at = start;
    for (const [index, unit] of units.entries()) {
      const next = units[index + 1];
      if (next !== undefined)
        words.push({
          text: unit + next,
          span: { start: at, end: at + unit.length + next.length },
          cjk: true,
        });
      at += unit.length;
    }
  }
  return words;
}
