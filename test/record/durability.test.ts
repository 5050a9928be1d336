import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runChild } from './child.ts';
import { openTemporary, temporaryFolder } from './workspace.ts';

test.each([40, 150])(
  'kill -9 after about %i of 300 labels loses none that was acknowledged',
  async (when) => {
    const folder = temporaryFolder();
    const writer = runChild('write-labels.ts', [folder, '300']);
    await writer.until((line) => line === `t${when}`);
    writer.process.kill('SIGKILL');
    await writer.ended;
    await wait(50);
    const acknowledged = writer.lines.filter((line) => line.startsWith('t'));
    const record = openTemporary(folder);
    const stored = new Set(record.labels.currentLabels().map((label) => label.trajectory));
    expect(acknowledged.length).toBeGreaterThanOrEqual(when);
    expect(acknowledged.filter((trajectory) => !stored.has(trajectory))).toEqual([]);
    // At most the one whose acknowledgement was under way.
    expect(stored.size).toBeLessThanOrEqual(acknowledged.length + 1);
    for (const label of record.labels.currentLabels())
      expect(record.lines.text(label.line_sha256 ?? '')).toBe(`{"line":${label.source_line}}`);
  },
);
