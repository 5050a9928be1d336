import { basename, resolve } from 'node:path';
import { oneOf, thresholdsOf } from './arguments.ts';
import { type Command, type ExitStatus, parseArguments, usageFailure } from './command.ts';
import { statusOf, withSession } from './session.ts';
import { sessionDetails, sessionOf, sessionOptions } from './session-options.ts';
import { counted, printable } from './text.ts';

const usage =
  'assay export [FILES…] --workspace DIR --to jsonl|csv --out F [--what annotated|false_negatives|filter|summary] [--where EXPR] [--truth F] [--trajectories F] [--strict] [--json]';

const options = {
  ...sessionOptions,
  to: { type: 'string' },
  out: { type: 'string' },
  what: { type: 'string' },
} as const;

/** `assay export`: samples for calibration, or the summary, with a manifest beside the file. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write annotated samples, false negatives or the summary, with a manifest',
  usage,
  details: [
    '--to FORMAT     jsonl or csv; a summary is csv',
    '--out F         the file to write; F.manifest.json is written beside it',
    '--what W        annotated (all that people labelled), false_negatives, filter (all that --where matches) or summary;',
    '                annotated without --where, filter with it',
    ...sessionDetails,
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    const where = values.where ?? '';
    const what = oneOf(
      values.what,
      ['annotated', 'false_negatives', 'filter', 'summary'],
      where.trim() === '' ? 'annotated' : 'filter',
      'what',
      usage,
    );
    const { to, out } = values;
    if (to === undefined) throw usageFailure('--to says the format: jsonl or csv', usage);
    const format = oneOf(to, ['jsonl', 'csv'], 'jsonl', 'to', usage);
    if (out === undefined) throw usageFailure('--out names the file to write', usage);
    if (what === 'summary' && format !== 'csv') throw usageFailure('a summary is written as csv', usage);
    if (what === 'annotated' && where.trim() !== '')
      throw usageFailure('annotated samples are exported whatever the filter; leave --where out', usage);
    if (what === 'annotated' && values.workspace === undefined)
      throw usageFailure('labels are in a workspace: --workspace DIR', usage);
    const opened = {
      ...sessionOf(values, positionals, usage),
      thresholds: thresholdsOf(values.threshold, usage),
    };
    return withSession(opened, output, async (session) => {
      const made = await session.services.exports.run({
        format,
        what,
        filter: where,
        rows: [],
        path: resolve(out),
      });
      const { manifest } = made;
      // no address to download from: nothing is served here
      const written = made.written.map(({ download: _address, ...file }) => file);
      output.stdout(
        values.json === true
          ? `${JSON.stringify({ written, manifest })}\n`
          : written
              .map(
                ({ path, rows, sha256 }) =>
                  `${counted(rows, 'row')} in ${printable(path)} (sha256 ${sha256.slice(0, 12)}…), manifest ${printable(basename(manifest))}\n`,
              )
              .join(''),
      );
      return statusOf(session, values.strict);
    });
  },
};
