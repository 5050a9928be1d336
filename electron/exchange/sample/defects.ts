import { randomOf } from './random.ts';
import type { DefectTally } from './tally.ts';

export type Defect = keyof DefectTally;

const perScale: Readonly<Record<Defect, number>> = {
  blank_lines: 3,
  duplicate_lines: 5,
  cut_lines: 2,
  glued_lines: 1,
  nan_rewards: 2,
  string_booleans: 4,
  numeric_strings: 3,
};

export function noDefects(): DefectTally {
  return {
    blank_lines: 0,
    duplicate_lines: 0,
    cut_lines: 0,
    glued_lines: 0,
    nan_rewards: 0,
    string_booleans: 0,
    numeric_strings: 0,
  };
}

/** From which row on each defect waits for a row it suits; ascending, never two for one row. */
export function placeDefects(seed: number, rows: number, scale: number): { row: number; defect: Defect }[] {
  const random = randomOf(seed, 'defect', 0);
  const wanted: Defect[] = [];
  for (const defect of Object.keys(perScale) as Defect[])
    for (let made = 0; made < perScale[defect] * scale; made += 1) wanted.push(defect);
  const taken = new Set<number>();
  return wanted
    .map((defect) => {
      let row = 0;
      do row = random.whole(Math.floor(rows * 0.02), Math.floor(rows * 0.9));
      while (taken.has(row));
      taken.add(row);
      return { row, defect };
    })
    .sort((a, b) => a.row - b.row);
}

const asText: Readonly<Record<string, readonly string[]>> = {
  true: ['true', 'yes', '成功', 'PASS'],
  false: ['false', 'no', '失败', 'FAIL'],
};

/** A row's JSON with one value written the way careless loggers do. Null where the defect concerns whole lines. */
export function damaged(defect: Defect, json: string, pick: number): string | null {
  switch (defect) {
    case 'nan_rewards':
      return json.replace(/,"reward":[^,]+,/, ',"reward":NaN,');
    case 'string_booleans':
      return json.replace(/,"success":(true|false),/, (_, value: string) => {
        const words = asText[value] ?? [];
        return `,"success":"${words[pick % words.length] ?? value}",`;
      });
    case 'numeric_strings':
      return json.replace(/,"latency_ms":(\d+),/, ',"latency_ms":"$1",');
    case 'blank_lines':
    case 'duplicate_lines':
    case 'cut_lines':
    case 'glued_lines':
      return null;
  }
}
