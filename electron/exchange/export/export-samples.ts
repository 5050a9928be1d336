import { csvHeader, csvSample } from './csv-columns.ts';
import { jsonlSample } from './jsonl-sample.ts';
import type { ExportSample } from './sample-row.ts';
import { type ExportOptions, type WrittenExport, writeExport } from './write-export.ts';

export interface SampleExportOptions extends ExportOptions {
  /** Everybody who has a label among the samples: each gets columns of the CSV. JSONL needs none. */
  readonly annotators: readonly string[];
}

async function* lines(
  samples: AsyncIterable<ExportSample> | Iterable<ExportSample>,
  line: (sample: ExportSample) => string,
): AsyncGenerator<string> {
  for await (const sample of samples) yield line(sample);
}

/**
 * Writes samples for calibration, one row each, as JSONL or CSV, with a manifest: annotated samples, false negatives
 * or whatever a filter matched. Streamed. Half a surrogate pair has no UTF-8 form: JSONL keeps it escaped, CSV has U+FFFD
 * there. Errors as `writeExport`, and a RangeError for an annotator without a column.
 */
export async function exportSamples(
  samples: AsyncIterable<ExportSample> | Iterable<ExportSample>,
  options: SampleExportOptions,
): Promise<WrittenExport> {
  if (options.format === 'jsonl') return writeExport('', lines(samples, jsonlSample), options);
  const annotators = [...new Set(options.annotators)];
  return writeExport(
    csvHeader(annotators),
    lines(samples, (sample) => csvSample(sample, annotators)),
    options,
  );
}
