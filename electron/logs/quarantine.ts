import type { QuarantinedLine } from '../core/model/source.ts';
import type { LogStore } from './log-store.ts';
import { placesOf, type RowPlace } from './reward-log/table-places.ts';

/** A quarantined line with where its bytes were read from: the file, or lines that were made of it. */
export interface QuarantinedBytes extends QuarantinedLine {
  readonly text_path: string;
  readonly text_offset: number;
  readonly text_length: number;
}

interface Stored {
  readonly source_id: number;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly cause: string;
  readonly text: string;
  readonly text_path: string;
}

const columns = `q.source_id, q.line, q.byte_offset AS "offset", q.byte_length AS length, q.cause, left(q.text, 4000) AS text,
  s.text_path`;
const order = 'ORDER BY q.source_id, q.line, q.byte_offset';
const ofSource = (sourceId: number | null) => (sourceId === null ? 'true' : 'q.source_id = $source');

/** Lines that were no record, in the order of the files, each with its place in the file itself. */
export async function quarantinePage(
  store: LogStore,
  sourceId: number | null,
  offset: number,
  limit: number,
): Promise<{ readonly total: number; readonly rows: readonly QuarantinedLine[] }> {
  const params = sourceId === null ? {} : { source: sourceId };
  const [{ total }, rows] = await Promise.all([
    store.one<{ total: number }>(
      `SELECT count(*) AS total FROM quarantine q WHERE ${ofSource(sourceId)}`,
      params,
    ),
    store.all<Stored>(
      `SELECT ${columns} FROM quarantine q JOIN sources s USING (source_id)
        WHERE ${ofSource(sourceId)} ${order} LIMIT $limit OFFSET $offset`,
      { ...params, limit: Math.max(0, Math.trunc(limit)), offset: Math.max(0, Math.trunc(offset)) },
    ),
  ]);
  return {
    total,
    rows: inTheirFiles(rows).map(({ text_path: _, text_offset: __, text_length: ___, ...row }) => row),
  };
}

const atOnce = 1000;

/** All of them, page by page: however many there are, no page costs more than the first. */
export async function* quarantinedLines(
  store: LogStore,
  sourceId: number | null,
): AsyncGenerator<QuarantinedBytes> {
  let last: Stored | undefined;
  do {
    const rows: readonly Stored[] = await store.all<Stored>(
      `SELECT ${columns} FROM quarantine q JOIN sources s USING (source_id)
        WHERE ${ofSource(sourceId)} AND (q.source_id, q.line, q.byte_offset) > ($after, $line, $offset) ${order} LIMIT ${atOnce}`,
      {
        ...(sourceId === null ? {} : { source: sourceId }),
        after: last?.source_id ?? -1,
        line: last?.line ?? -1,
        offset: last?.offset ?? -1,
      },
    );
    yield* inTheirFiles(rows);
    last = rows.length < atOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

function inTheirFiles(rows: readonly Stored[]): readonly QuarantinedBytes[] {
  const lines = new Map<string, number[]>();
  for (const { text_path, line } of rows) {
    const known = lines.get(text_path);
    if (known === undefined) lines.set(text_path, [line]);
    else known.push(line);
  }
  const places = new Map([...lines].map(([path, wanted]) => [path, placesOf(path, wanted)]));
  return rows.map((row) => ({
    ...inItsFile(row, places.get(row.text_path)?.get(row.line)),
    text_path: row.text_path,
    text_offset: row.offset,
    text_length: row.length,
  }));
}

/** Every other row of a CSV makes a line that can be read. */
const tooManyCells = 'more_fields_than_header';

/** A row of a table is read as a line that was made of it: where it stands in the file is what a person looks for. */
function inItsFile({ text_path: _, ...line }: Stored, place: RowPlace | undefined): QuarantinedLine {
  if (place === undefined) return { ...line, row: null };
  return 'rowid' in place
    ? { ...line, row: { table: place.table, rowid: place.rowid.toString() } }
    : { ...line, ...place, row: null, cause: line.cause === 'too_long' ? line.cause : tooManyCells };
}
