import type { Preference } from '../model/pair.ts';

/**
 * Reading single values of a log or a reply by METHODS §1 and §6. The SQL import mirrors these functions: white space
 * around a text is what JavaScript trims, letters are compared in lower case, nothing else is normalised.
 */

export const PASS_WORDS: readonly string[] = ['true', 'yes', 'pass', 'passed', '成功', '是', '1'];
export const FAIL_WORDS: readonly string[] = ['false', 'no', 'fail', 'failed', '失败', '否', '0'];

export interface VerdictValue {
  /** Null where the value is absent or says neither. */
  readonly passed: boolean | null;
  /** The value as written, where it was no boolean; absent for booleans, null and undefined. */
  readonly coercedFrom?: unknown;
}

/** The tri-state verdict of any JSON value. The string "false" is false; `"maybe"`, 2, lists and objects are null. */
export function readVerdictValue(raw: unknown): VerdictValue {
  if (typeof raw === 'boolean') return { passed: raw };
  if (raw === null || raw === undefined) return { passed: null };
  if (typeof raw === 'number')
    return { passed: raw === 1 ? true : raw === 0 ? false : null, coercedFrom: raw };
  if (typeof raw !== 'string') return { passed: null, coercedFrom: raw };
  const word = raw.trim().toLowerCase();
  const passed = PASS_WORDS.includes(word) ? true : FAIL_WORDS.includes(word) ? false : null;
  return { passed, coercedFrom: raw };
}

export interface ScoreValue {
  /** Null where the value is absent or no number. `NaN` and infinities are null. */
  readonly value: number | null;
  /** The value as written, where it was no finite number; absent for numbers, null and undefined. */
  readonly coercedFrom?: unknown;
  /** What a fraction (`8/10`: 10) or a percentage (100) was divided by. */
  readonly scaleMax?: number;
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const fraction = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*\/\s*(\d+\.?\d*|\.\d+)$/;
const percent = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*%$/;

/** A score from a number or from `"0.7"`, `"8/10"` (.8) and `"80%"` (.8). Booleans, lists and objects are no score. */
export function readScore(raw: unknown): ScoreValue {
  if (raw === null || raw === undefined) return { value: null };
  if (typeof raw === 'number')
    return Number.isFinite(raw) ? { value: raw } : { value: null, coercedFrom: raw };
  if (typeof raw !== 'string') return { value: null, coercedFrom: raw };
  const text = raw.trim();
  const parts = fraction.exec(text);
  if (parts !== null) {
    const scaleMax = Number(parts[2]);
    return scaleMax > 0
      ? { value: Number(parts[1]) / scaleMax, coercedFrom: raw, scaleMax }
      : { value: null, coercedFrom: raw };
  }
  const share = percent.exec(text);
  if (share !== null) return { value: Number(share[1]) / 100, coercedFrom: raw, scaleMax: 100 };
  const value = number.test(text) ? Number(text) : Number.NaN;
  return { value: Number.isFinite(value) ? value : null, coercedFrom: raw };
}

export interface PreferenceValue {
  /** Null is *unreadable*: counted apart, never a tie. */
  readonly preference: Preference | null;
  /** The value as written, where it was not exactly `A`, `B` or `tie`; absent for those, null and undefined. */
  readonly coercedFrom?: unknown;
}

const comparison = /^([ab])\s*>{1,2}\s*([ab])$/;

/** A preference: A, B or tie in any case, or `A>B`, `B>>A`. `C`, `NONE`, an empty text and `A>A` are unreadable. */
export function readPreference(raw: unknown): PreferenceValue {
  if (raw === 'A' || raw === 'B' || raw === 'tie') return { preference: raw };
  if (raw === null || raw === undefined) return { preference: null };
  if (typeof raw !== 'string') return { preference: null, coercedFrom: raw };
  const word = raw.trim().toLowerCase();
  const sides = comparison.exec(word);
  const winner = sides !== null && sides[1] !== sides[2] ? sides[1] : word;
  const preference = winner === 'a' ? 'A' : winner === 'b' ? 'B' : winner === 'tie' ? 'tie' : null;
  return { preference, coercedFrom: raw };
}
