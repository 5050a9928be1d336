import { openRecord } from '../../electron/record/index.ts';

/** Writes labels one after another and acknowledges each by its trajectory once the call returned. */
const [folder = '', count = '0'] = process.argv.slice(2);
const record = openRecord(folder);
for (let n = 1; n <= Number(count); n += 1) {
  const label = record.labels.setLabel({
    trajectory: `t${n}`,
    identity: 'explicit',
    annotator: 'ada',
    value: n % 2 === 0 ? 'success' : 'failure',
    mistake: null,
    note: `note ${n}`,
    row: `1:${n}`,
    rubric_version: null,
    judge_model: null,
    inclusion_probability: null,
    evidence: { source_name: 'log.jsonl', source_line: n, text: `{"line":${n}}` },
  });
  // writeSync on the pipe: what the parent read was acknowledged before the kill.
  process.stdout.write(`${label.trajectory}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
console.log('all written');
setInterval(() => undefined, 1000);
