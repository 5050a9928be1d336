import type { Histogram } from '../../core/model/summary.ts';
import type { LogStore } from '../log-store.ts';
import { fileFacts } from './file-facts.ts';
import { holdSoon } from './held/holding.ts';
import { type HistogramField, histogram } from './histogram.ts';
import { keepAnswers, type Question } from './kept-answers.ts';
import { type OverviewFigures, overviewFigures } from './overview-figures.ts';
import { scoreCounts } from './score-counts.ts';
import { fieldsOf } from './selection.ts';
import { type Series, series } from './series.ts';

/** What the figures are most often grouped by next. */
const likelyFields = ['none', 'category', 'policy_version'];

/** More groups than anybody reads; those with fewest rows are left out, and counted. */
const mostGroups = 200;

/** The questions of the overview: each is asked once per state of the index, and those of the first screen may be kept. */
export function overviewQuestion(filter: string, by: readonly string[]): Question<OverviewFigures> {
  return {
    name: JSON.stringify(['overview', filter, by]),
    work: (store) => overviewFigures(store, { filter, by, most: mostGroups }),
  };
}

export function seriesQuestion(filter: string, bins: number): Question<Series> {
  return {
    name: JSON.stringify(['series', filter, bins]),
    work: (store) => series(store, filter, bins),
  };
}

/** Scores of few different values have a bin each. */
export function histogramQuestion(filter: string, field: HistogramField, bins: number): Question<Histogram> {
  return {
    name: JSON.stringify(['histogram', filter, field, bins]),
    async work(store) {
      const [made, each] = await Promise.all([
        histogram(store, filter, field, bins),
        field === 'score' ? scoreCounts(store, filter, bins) : null,
      ]);
      return each === null ? made : { ...made, bins: each };
    },
  };
}

/**
 * Works out what the first screen asks before anybody chose anything, and keeps it in the index: at the end of an import,
 * so that neither that screen nor the next opening of the workspace has to.
 */
export async function keepFirstScreen(store: LogStore): Promise<void> {
  // Finding them is a write; after it nothing the answers need changes the index.
  await fileFacts(store);
  await keepAnswers(store, [
    overviewQuestion('', ['rubric_version', 'judge_model']),
    seriesQuestion('', 80),
    histogramQuestion('', 'latency_ms', 40),
    histogramQuestion('', 'score', 30),
  ]);
  // What is chosen next is not kept: the columns it is counted from are read while the first screen is looked at.
  holdSoon(store);
}

/**
 * Keeps what is most likely asked for after the first screen, for the next time the workspace is opened: until its columns are in
 * memory, the database would take longer than a person likes to wait.
 */
export async function keepNextScreens(store: LogStore): Promise<void> {
  await fileFacts(store);
  const fields = await fieldsOf(store);
  await keepAnswers(
    store,
    likelyFields
      .filter((name) => name === 'none' || fields.find(name) !== null)
      .map((name) => overviewQuestion('', [name])),
  );
}
