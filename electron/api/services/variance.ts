import { detectable } from '../../core/diagnosis/index.ts';
import { fail } from '../../core/model/failure.ts';
import type { Profile } from '../../core/model/record.ts';
import { contentText, samePromptOverall } from '../../core/prompt/index.ts';
import { DEMO_PROFILE_ID } from '../../judge/index.ts';
import { readingOf } from '../../logs/row-reading.ts';
import type { JsonValue, RunItemDraft, StoredRun } from '../../record/index.ts';
import type { DrawView, PromptPreview, RunStart, Services } from '../contract.ts';
import type { JobContext } from '../jobs.ts';
import type { JudgeAccess } from './judge-access.ts';
import { NoiseBand } from './noise-band.ts';
import type { EngineParts } from './parts.ts';
import { keepReferred, type RubricLibrary } from './rubric-library.ts';
import { RunCalls } from './run-calls.ts';
import {
  type Choice,
  choiceSize,
  chooseRows,
  drawSeed,
  inBatches,
  keepDraw,
  spreadOut,
} from './run-choice.ts';
import { RunFiguresCache } from './run-figures-cache.ts';
import { runHeadOf } from './run-head.ts';
import type { PreparedPrompt, Skip } from './run-prompts.ts';
import { RunQuestionMaker } from './run-questions.ts';
import { AskedCounts, RemarkCounts, reproducedOf } from './run-remarks.ts';
import { expectedCost } from './run-spending.ts';
import { storedRun } from './stored-run.ts';
import { truthToday } from './truth-today.ts';

const batch = 100;

/** Re-runs: choosing samples, making the calls, and the figures over what came back. */
export function varianceService(
  parts: EngineParts,
  library: RubricLibrary,
  access: JudgeAccess,
): Services['variance'] {
  const { store, record, now } = parts;
  const figures = new RunFiguresCache(record, now);
  const calls = new RunCalls(parts, access);
  const band = new NoiseBand(parts);

  const profileFor = (profileId: string | null): Profile => {
    const chosen = profileId ?? record.settings.get('default_profile');
    return access.profile(typeof chosen === 'string' ? chosen : DEMO_PROFILE_ID);
  };

  const nextSeed = () => 1 + record.runs.list().length;

  const preview = async (chosen: RunStart): Promise<PromptPreview> => {
    const start = eachRowOnce(chosen);
    const profile = profileFor(start.profile_id);
    let samples = 0;
    let tokens = 0;
    let first: PreparedPrompt | null = null;
    const looked: PreparedPrompt['same_prompt'][] = [];
    const skipped = new Map<Skip, { readonly count: number; readonly why: string | null }>();
    const questions = new RunQuestionMaker(parts, library, start, profile.images);
    const remarks = new RemarkCounts();
    let pictures = 0;
    let known = 0;
    // A thousand of them show what will be sent; the counts of a larger choice are scaled from those.
    const choice = await chooseRows(store, start, drawSeed(record, start, nextSeed()));
    const looksAt = spreadOut(choice.rows, 1_000);
    let seen = 0;
    const told = { judged: 0, fails: 0 };
    const asked = new AskedCounts();
    for await (const rows of inBatches(store, looksAt, batch)) {
      // Each waits for its line and its trajectory: a person waits for all of them.
      const reading = await readingOf(
        store,
        rows.map(({ row }) => row),
      );
      const prepared = await Promise.all(rows.map((verdict) => questions.of(verdict, reading)));
      for (const [at, { prompt, answer_key, rejudged }] of prepared.entries()) {
        seen += 1;
        if ('skip' in prompt) {
          const before = skipped.get(prompt.skip);
          skipped.set(prompt.skip, {
            count: (before?.count ?? 0) + 1,
            why: before?.why ?? prompt.why ?? null,
          });
          continue;
        }
        first ??= prompt;
        const { truth, passed } = rows[at] ?? { truth: null, passed: null };
        if (passed !== null) told.judged += 1;
        if (passed === false) told.fails += 1;
        const answered = rejudged && answer_key !== null ? record.answers.available(answer_key, profile) : 0;
        const inRecord = Math.min(answered, start.repeats);
        const toMake = start.repeats - (start.reuse === true ? inRecord : 0);
        samples += 1;
        known += inRecord;
        tokens += prompt.tokens_estimate * toMake;
        asked.add(toMake, truth);
        looked.push(prompt.same_prompt);
        remarks.add(prompt);
        pictures += prompt.pictures;
      }
    }
    const scale = seen === 0 ? 0 : choice.rows.length / seen;
    const expected = Math.round(samples * scale);
    const attempts = expected * start.repeats;
    const reusable = Math.round(known * scale);
    const callsToMake = start.reuse === true ? attempts - reusable : attempts;
    const promptTokens = Math.round(tokens * scale);
    return {
      messages: (first?.messages ?? []).map((message) => ({
        role: message.role,
        content: contentText('content' in message ? message.content : null),
      })),
      prompt_hash: first?.prompt_hash ?? '',
      same_prompt: samePromptOverall(looked),
      origin: first?.origin ?? 'template',
      samples: expected,
      calls: callsToMake,
      rejudges: rejudges(start),
      reusable,
      reused: start.reuse === true ? reusable : 0,
      tokens_estimate: promptTokens,
      cost_estimate: expectedCost(profile, callsToMake, promptTokens),
      population: choice.kind === 'picked' ? choice.rows.length : choice.draw.population,
      strata: choice.kind === 'picked' ? [] : choice.draw.strata,
      finds: detectable({
        asked: asked.list(scale),
        other_prompt: samePromptOverall(looked) === 'no',
        // half is where a share is hardest to find; it stands in where the log says nothing
        fail_rate: told.judged === 0 ? 0.5 : told.fails / told.judged,
      }),
      skipped: [...skipped].map(([reason, { count, why }]) => ({
        reason,
        count: Math.round(count * scale),
        why,
      })),
      reproduced: reproducedOf(looked),
      remarks: remarks.list(scale),
      pictures: Math.round(pictures * scale),
    };
  };

  /** Writes every item with its question into the record before the first call: a killed run knows what it still owes. */
  const fillRun = async (
    run: StoredRun,
    start: RunStart,
    context: JobContext,
    base: StoredRun | null,
    seed: number,
  ): Promise<void> => {
    // an address may belong to another trajectory by now: that is no sample of the canary
    const frozen =
      base === null
        ? null
        : new Map(record.counts.of(base.run_id).map(({ row, trajectory }) => [row, trajectory]));
    const hashes: Record<string, string> = {};
    const choice: Choice = await chooseRows(store, start, seed);
    keepDraw(record, run, start, choice, seed);
    const total = choice.rows.length;
    const questions = new RunQuestionMaker(parts, library, start, run.profile.images);
    const remarks = new RemarkCounts();
    let pictures = 0;
    let why: string | null = null;
    let done = 0;
    let kept = 0;
    for await (const rows of inBatches(store, choice.rows, batch)) {
      await context.whenRunning();
      context.signal.throwIfAborted();
      const drafts: RunItemDraft[] = [];
      done += rows.length;
      // each waits for its line and its trajectory: a batch waits for all of them at once
      const reading = await readingOf(
        store,
        rows.map(({ row }) => row),
      );
      const asked = await Promise.all(
        rows
          .filter((verdict) => frozen === null || frozen.get(verdict.row) === verdict.trajectory)
          .map(async (verdict) => ({ verdict, question: await questions.of(verdict, reading) })),
      );
      for (const { verdict, question } of asked) {
        const { prompt, evidence, version, answer_key, rejudged } = question;
        if ('skip' in prompt) {
          why ??= prompt.why ?? null;
          continue;
        }
        record.pictures.keep(question.pictures);
        remarks.add(prompt);
        pictures += prompt.pictures;
        drafts.push({
          row: verdict.row,
          trajectory: verdict.trajectory,
          task_id: verdict.task_id,
          category: verdict.category,
          step: verdict.step,
          original_passed: verdict.passed,
          original_unjudged: verdict.unjudged,
          truth: verdict.truth,
          rubric_version: version,
          judge_model: verdict.judge_model,
          prompt: { prompt_hash: prompt.prompt_hash, messages: toJson(prompt.messages) },
          prompt_origin: prompt.origin,
          same_prompt: prompt.same_prompt,
          evidence,
          answer_key,
          may_reuse: start.reuse === true && rejudged,
        });
      }
      kept += drafts.length;
      for (const version of new Set(drafts.map(({ rubric_version }) => rubric_version))) {
        keepReferred(record, library, version);
        const hash = version === null || version in hashes ? null : library.find(version)?.content_hash;
        if (version !== null && hash != null) hashes[version] = hash;
      }
      record.items.add(run.run_id, drafts);
      context.report({ stage: 'preparing', done, total });
    }
    if (kept === 0)
      throw fail(
        'bad_request',
        why === null
          ? 'None of the chosen samples can be re-run: they carry no messages, and no rubric or trajectory is open to render the question from. Open the trajectories file, or add the rubric version to the library.'
          : `None of the chosen samples can be re-run. The first of them: ${why}.`,
      );
    record.questions.put({
      run_id: run.run_id,
      template_id: start.template_id ?? null,
      fine: start.fine ?? 'log',
      pictures,
      remarks: remarks.counts(),
    });
    record.runs.note(run.run_id, { rubric_hashes: hashes });
    if (start.reuse === true) record.answers.take(run.run_id, run.repeats, run.profile);
    record.runs.seal(run.run_id);
  };

  /** The samples of another run with the very questions they were asked. */
  const askAgain = (base: StoredRun, run: StoredRun): void => {
    record.canaries.copyItems(base.run_id, run.run_id);
    record.runs.note(run.run_id, { rubric_hashes: base.rubric_hashes });
    record.runs.seal(run.run_id);
  };

  const goOn = (run: StoredRun) => {
    calls.mustBeIdle(run);
    return calls.begin(run, null);
  };

  const drawOf = (run: StoredRun): DrawView | null => {
    const draw = run.draw_id === null ? null : record.draws.get(run.draw_id);
    return draw === null ? null : { ...draw.design, population: draw.population, seed: draw.seed };
  };

  return {
    preview,
    async start(asked, of) {
      const start = eachRowOnce(asked);
      if (start.reuse === true && !rejudges(start))
        throw fail(
          'bad_request',
          'Repeats measure noise, so they are never answered from the record. Choose another rubric version, template or criteria, or ask anew.',
        );
      const profile = profileFor(start.profile_id);
      await access.ready(profile);
      // a run that is only prepared is asked by who holds the key
      if (start.prepare_only !== true) access.key(profile);
      if ((await choiceSize(store, start)).chosen === 0)
        throw fail('bad_request', 'No sample is chosen: the filter matches no row.', {
          filter: start.filter,
        });
      const rejudge = start.rubric_version !== null || start.reuse === true;
      // before the run is one of those that are looked at
      const seed = drawSeed(record, start, nextSeed());
      const run = record.runs.create({
        purpose: rejudge ? 'rejudge' : 'repeat',
        profile,
        rubric_version: start.rubric_version,
        repeats: start.repeats,
        // a canary's samples are those of its first run, however these were chosen
        filter: of?.base.filter ?? (start.rows.length > 0 ? null : start.filter),
        seed: nextSeed(),
        canary_id: of?.canary_id ?? null,
      });
      record.caps.set(run.run_id, start.cap ?? null);
      if (of !== undefined) record.runs.note(run.run_id, { draw_id: of.base.draw_id });
      const job = calls.begin(
        run,
        of?.frozen === true
          ? async () => askAgain(of.base, run)
          : (context) => fillRun(run, start, context, of?.base ?? null, seed),
        start.prepare_only !== true,
      );
      return { run_id: run.run_id, job };
    },
    runs: async () => record.runs.list().map(runHeadOf),
    async run(runId, { show, offset, limit, group = null }) {
      const run = storedRun(record, runId);
      const items = record.items.page(runId, show, offset, limit, group);
      const perSecond = calls.perSecond(runId);
      const left = run.attempts_total - run.attempts_done;
      return {
        head: runHeadOf(run),
        draw: drawOf(run),
        other_judges: record.items
          .judges(runId)
          .filter((judge) => judge !== null)
          .filter((judge) => judge !== run.model),
        figures: await figures.of(run),
        items: items.rows,
        items_total: items.total,
        calls_per_second: perSecond,
        seconds_left: perSecond === null || perSecond === 0 ? null : left / perSecond,
      };
    },
    retryFailed: async (runId) => {
      const run = storedRun(record, runId);
      // before anything is set aside: a run under way would end without the pairs that it has passed already
      calls.mustBeIdle(run);
      if (record.attempts.retryFailed(runId) === 0)
        throw fail('bad_request', `Re-run ${run.number} has no failed attempt to repeat.`);
      return calls.begin(run, null);
    },
    resume: async (runId) => goOn(storedRun(record, runId)),
    async truthToday(runId) {
      const run = storedRun(record, runId);
      return truthToday(store, record, run, (truth) => figures.withTruth(run, truth));
    },
    noiseBand: (filter, bins) => band.of(filter, bins),
  };
}

/** Another question than the training's may be asked: what an answer of the record can stand in for. */
function rejudges({ rubric_version, template_id, fine }: RunStart): boolean {
  return rubric_version !== null || (template_id ?? null) !== null || (fine ?? 'log') !== 'log';
}

/** A row picked twice is one sample: its repeats would count twice. */
function eachRowOnce(start: RunStart): RunStart {
  return { ...start, rows: [...new Set(start.rows)] };
}

/** A value that JSON can hold, as what it is: it came from JSON, or is about to become it. */
function toJson(value: unknown): JsonValue {
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as JsonValue);
}
