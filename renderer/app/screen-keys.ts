import type { Screen } from './location.ts';

/** The second key after `g` that opens a screen. */
export const screenKeys: Readonly<Record<Screen, string>> = {
  overview: 'o',
  verdicts: 'v',
  triage: 't',
  variance: 'a',
  rubrics: 'r',
  calibration: 'c',
  pairs: 'p',
  sources: 's',
  settings: ',',
};
