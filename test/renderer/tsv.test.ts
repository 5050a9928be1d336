import { expect, test } from 'vitest';
import { inertCell } from '../../electron/exchange/csv.ts';
import { fileNameOf } from '../../renderer/ui/file-name.ts';
import { tsv } from '../../renderer/ui/tsv.ts';

test('copied data keep every digit, leave unknown figures empty and stay one line a row', () => {
  expect(
    tsv(
      ['category', 'fn_rate', 'n'],
      [
        ['通讯\t录\n二', 0.13114754098360656, 61],
        [null, null, 0],
      ],
    ),
  ).toBe('category\tfn_rate\tn\n通讯 录 二\t0.13114754098360656\t61\n\t\t0');
});

test('a text that a spreadsheet would run is made inert as in CSV files; a number is not touched', () => {
  for (const text of ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', "'=1"])
    expect(tsv(['a'], [[text]])).toBe(`a\n${inertCell(text)}`);
  expect(tsv(['a'], [[-0.5]])).toBe('a\n-0.5');
  expect(tsv(['a'], [['\t=1']])).toBe("a\n' =1");
  expect(tsv(['a'], [['a\tb\r\nc']])).toBe('a\na b c');
});

test('a title becomes a file name in any script', () => {
  expect(fileNameOf('Reward over steps', 'png')).toBe('Reward-over-steps.png');
  expect(fileNameOf('奖励随步数', 'png')).toBe('奖励随步数.png');
  expect(fileNameOf('../..', 'png')).toBe('assay.png');
});
