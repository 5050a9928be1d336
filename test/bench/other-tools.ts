import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const wholeOutput = { maxBuffer: 1 << 30 };

/** What a tool took for each work, in seconds; null where it cannot do it. */
interface Took {
  readonly tool: string;
  readonly load: number | null;
  readonly overview: number | null;
  readonly sort_filter: number | null;
  readonly search: number | null;
  readonly detail: number | null;
  readonly note: string;
}

const works = ['load', 'overview', 'sort_filter', 'search', 'detail'] as const;

/**
 * The same work by the tools that people use for it today, where they are installed. Those that refuse a file with damaged
 * lines get one without them.
 */
export async function benchOthers(path: string, folder: string): Promise<readonly string[]> {
  const clean = join(folder, 'clean.jsonl');
  const tools = [pandas, sqliteUtils, jq, lnav, grep];
  const found: Took[] = [];
  const missing: string[] = [];
  try {
    await writeClean(path, clean);
    for (const tool of tools) {
      try {
        const took = await tool(path, clean, folder);
        console.log(took);
        found.push(took);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 1)))
          throw error;
        missing.push(tool.name);
        console.log(`${tool.name} is not here, or failed: ${error.message.slice(0, 200)}`);
      }
    }
  } finally {
    rmSync(clean, { force: true });
  }
  const cell = (value: number | null) =>
    value === null ? '–' : value < 1 ? `${(value * 1000).toFixed(0)} ms` : `${value.toFixed(1)} s`;
  return [
    'The same log, the same machine, one after another. Assay’s own figures stand in the sections above.',
    '',
    '| | reading the log | overview | sort × filter, first page (p95) | search (p95) | one row | |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...found.map(
      (took) => `| ${took.tool} | ${works.map((work) => cell(took[work])).join(' | ')} | ${took.note} |`,
    ),
    ...(missing.length === 0
      ? []
      : ['', `Not measured, because it is not installed here: ${missing.join(', ')}.`]),
  ];
}

/** Lines that every JSON parser takes. */
async function writeClean(path: string, clean: string): Promise<void> {
  const output = createWriteStream(clean);
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    // Half surrogate pairs are refused as well, by what writes UTF-8.
    if (!isJson(line) || /\\u[dD][89a-fA-F]/.test(line)) continue;
    if (!output.write(`${line}\n`)) await new Promise<void>((done) => output.once('drain', () => done()));
  }
  await new Promise<void>((done) => output.end(done));
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

async function timed(file: string, args: readonly string[]): Promise<number> {
  const begun = performance.now();
  await run(file, [...args], wholeOutput);
  return (performance.now() - begun) / 1000;
}

async function pandas(path: string): Promise<Took> {
  const script = fileURLToPath(new URL('./same_work.py', import.meta.url));
  const { stdout } = await run(
    process.env.ASSAY_BENCH_PYTHON ?? '/usr/bin/python3',
    [script, path],
    wholeOutput,
  );
  const took: unknown = JSON.parse(stdout);
  const of = (name: string): number | null =>
    typeof took === 'object' && took !== null && name in took ? Number(Reflect.get(took, name)) : null;
  return {
    tool: 'pandas',
    load: of('load'),
    overview: of('overview'),
    sort_filter: of('sort_filter'),
    search: of('search'),
    detail: of('detail'),
    note: `in memory (${((of('peak_mb') ?? 0) / 1000).toFixed(1)} GB), loaded again at each start; a loop over \`json.loads\` that skips damaged lines`,
  };
}

async function sqliteUtils(_path: string, clean: string, folder: string): Promise<Took> {
  const database = join(folder, 'others.db');
  const query = (sql: string) => timed('sqlite-utils', ['query', database, sql]);
  try {
    return {
      tool: 'sqlite-utils',
      load: await timed('sqlite-utils', ['insert', database, 'log', clean, '--nl', '--alter']),
      overview: await query(
        'SELECT rubric_version, judge_model, count(*), avg(reward), avg(success), avg(latency_ms) FROM log GROUP BY 1, 2',
      ),
      sort_filter: await query(
        `SELECT * FROM log WHERE category = 'settings' ORDER BY reason DESC LIMIT 200`,
      ),
      search: await query(
        `SELECT * FROM log WHERE reason LIKE '%draft%' OR evidence LIKE '%draft%' LIMIT 200`,
      ),
      detail: await query('SELECT * FROM log WHERE rowid = 654321'),
      note: 'a clean copy of the log; no percentiles, no index; each query starts Python',
    };
  } finally {
    rmSync(database, { force: true });
  }
}

async function jq(path: string): Promise<Took> {
  const over = (program: string) => timed('jq', ['-R', '-n', '-c', program, path]);
  return {
    tool: 'jq',
    load: null,
    overview: await over(
      'reduce (inputs | fromjson? | objects) as $row ({}; .["\\($row.rubric_version) \\($row.judge_model)"] |= [(.[0] // 0) + 1, (.[1] // 0) + (if $row.success == true then 1 else 0 end)])',
    ),
    sort_filter: null,
    search: await over(
      '[limit(200; inputs | fromjson? | objects | select((.reason // "" | contains("draft")) or (.evidence // [] | tostring | contains("draft"))))] | length',
    ),
    detail: await timed('jq', ['-R', '-n', 'last(limit(654321; inputs)) | fromjson?', path]),
    note: 'reads the file each time; counts alone for the overview; the search stops at 200 rows',
  };
}

/** lnav shows a file as text. */
async function lnav(path: string): Promise<Took> {
  const search = async () => {
    const begun = performance.now();
    const child = spawn('lnav', ['-n', '-q', '-c', ':filter-in draft', path], { stdio: 'ignore' });
    await new Promise<void>((done, failed) => {
      child.once('error', failed);
      child.once('exit', () => done());
    });
    return (performance.now() - begun) / 1000;
  };
  return {
    tool: 'lnav',
    load: null,
    overview: null,
    sort_filter: null,
    search: await search(),
    detail: null,
    note: 'as text: opening the file and one filter',
  };
}

async function grep(path: string): Promise<Took> {
  return {
    tool: 'grep, sed',
    load: null,
    overview: null,
    sort_filter: null,
    search: await timed('grep', ['-c', 'draft', path]),
    detail: await timed('sed', ['-n', '654321{p;q}', path]),
    note: 'counts the lines that have the word anywhere',
  };
}
