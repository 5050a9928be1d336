import type { WrittenFile } from '../written-file.ts';
import { type Doses, type RubricName, rubricVersions } from './doses.ts';
import {
  type JudgeRow,
  type LostCall,
  latency,
  loseCall,
  responseId,
  trajectoryHash,
  usage,
} from './judge-row.ts';
import { labelHeader, truthLines } from './labels.ts';
import { LogLines } from './log-lines.ts';
import { LogTally } from './log-tally.ts';
import { labelCap, type Plan, trajectoryCap } from './plan.ts';
import { type Random, randomOf } from './random.ts';
import type { RubricLibrary } from './rubric-library.ts';
import type { Story } from './story.ts';
import { type TrajectoryIdentity, trajectoryLine, trajectoryOf } from './trajectory-line.ts';
import { fineOf, verdictText } from './verdict-text.ts';

/** The training run starts here (seconds since 1970, 2026-11-02 01:00 UTC) and takes five days. */
const startSeconds = 1_793_581_200;
const runSeconds = 5 * 86_400;

/** A trajectory with everything its rows share. */
export interface Subject extends TrajectoryIdentity {
  readonly story: Story;
  readonly group_id: string | null;
  readonly frozen: boolean;
  /** Its truth and its trajectory are written whatever the shares say. */
  readonly always: boolean;
  readonly instructionHash: string;
}

/** What is known about a subject once its truth and trajectory are dealt with. */
export interface Registered {
  readonly subject: Subject;
  readonly truthKnown: boolean;
  readonly hasLabel: boolean;
}

/** One judging: a version, a judge, one vote or several. */
export interface Judging {
  readonly step: number;
  readonly version: RubricName;
  readonly judge: string;
  readonly passes: readonly boolean[];
  /** A call without a verdict; only single votes are ever lost. */
  readonly lost: LostCall | null;
}

export interface SampleFiles {
  readonly log: WrittenFile;
  readonly trajectories: WrittenFile;
  readonly labels: WrittenFile;
}

/** Writes rows, trajectories and labels as the run comes to them, and tallies what was written. */
export class SampleWriter {
  readonly tally: LogTally;
  readonly lines: LogLines;
  readonly #files: SampleFiles;
  readonly #seed: number;
  readonly #plan: Plan;
  readonly #doses: Doses;
  readonly #library: RubricLibrary;
  readonly #noise: Random;
  readonly #policyModel: string;
  #rows = 0;
  #trainingLabels = 0;
  #clock = startSeconds;

  constructor(
    files: SampleFiles,
    seed: number,
    plan: Plan,
    doses: Doses,
    library: RubricLibrary,
    options: { readonly clean: boolean },
  ) {
    this.#files = files;
    this.#seed = seed;
    this.#plan = plan;
    this.#doses = doses;
    this.#library = library;
    this.#noise = randomOf(seed, 'row', 0);
    // A judge and a policy of one family is one of the things the app points out.
    this.#policyModel = options.clean ? 'ui-policy-9b' : 'qwen2.5-vl-7b-agent';
    this.lines = new LogLines(files.log, seed, plan.rows, options.clean ? 0 : plan.defectScale);
    this.tally = new LogTally(rubricVersions);
    files.labels.write(labelHeader);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Writes a trajectory's label and frames where it gets any. Once per trajectory. */
  register(subject: Subject): Registered {
    const { story } = subject;
    const random = randomOf(this.#seed, 'label', ~story.number);
    const drawn = random.chance(this.#plan.labelShare) && this.#trainingLabels < labelCap;
    const kept = random.chance(this.#plan.trajectoryShare) && this.tally.trajectories < trajectoryCap;
    const hasLabel = subject.always || drawn;
    if (drawn && !subject.always) this.#trainingLabels += 1;
    let disputed = false;
    if (hasLabel) {
      const truth = truthLines(this.#seed, story, subject, this.#doses);
      this.#files.labels.write(truth.text);
      disputed = truth.disputed;
      this.tally.countLabel(truth.lines, disputed);
    }
    if (hasLabel || kept) {
      this.#files.trajectories.write(trajectoryLine(this.#seed, story, subject));
      this.tally.trajectories += 1;
    }
    return { subject, truthKnown: hasLabel && !disputed, hasLabel };
  }

  /** Writes the rows of one judging, one per vote. */
  judge(registered: Registered, judging: Judging): void {
    const { subject } = registered;
    const { story } = subject;
    const { category } = story.scenario.template;
    const noise = this.#noise;
    const full = !this.#plan.lean || subject.frozen;
    const failsWrongly = story.truth && judging.passes.includes(false);
    const fine = fineOf(noise, this.#doses, story.scenario, judging.version, failsWrongly, full ? 2 : 1);
    const shown = this.#library.framesShown(judging.version, story.frames);
    const steps = this.#library.stepCount(judging.version, category);
    const withMessages = subject.frozen ? story.number % 4 === 0 : noise.chance(this.#plan.messageShare);
    const prompt =
      withMessages || (registered.hasLabel && full)
        ? this.#library.prompt(
            judging.version,
            category,
            fine.criteria,
            trajectoryOf(this.#seed, story, subject),
          )
        : null;
    const withInstruction = subject.frozen || withMessages || noise.chance(0.08);
    for (const [vote, passed] of judging.passes.entries()) {
      const text = verdictText(noise, this.#doses, story, fine, passed, {
        steps,
        framesShown: shown,
        brief: !full,
      });
      const row: JudgeRow = {
        task_id: subject.task_id,
        step: judging.step,
        trajectory_id: subject.trajectory_id,
        // Only the verdict that the policy was trained on belongs to the group.
        ...(subject.group_id !== null && vote === 0 ? { group_id: subject.group_id } : {}),
        ...(judging.passes.length > 1 ? { attempt: vote + 1 } : {}),
        instruction_hash: subject.instructionHash,
        ...(withInstruction ? { instruction: story.scenario.instruction } : {}),
        category,
        coarse_id: category,
        rubric_version: judging.version,
        fine_rubrics: fine.criteria,
        frame_count: shown,
        judge_model: judging.judge,
        ...(full ? { temperature: 0 } : {}),
        policy_version: subject.policy_version,
        ...(full ? { policy_model: this.#policyModel } : {}),
        timestamp: this.#tick(),
        reward: passed ? 1 : 0,
        success: passed,
        score: text.score,
        reason: text.reason,
        evidence: text.evidence,
        rubric_hits: text.hits,
        latency_ms: latency(noise),
        usage: usage(noise, shown, judging.version),
        ...(full ? { finish_reason: 'stop' as const, response_id: responseId(this.#seed, this.#rows) } : {}),
        error: null,
        ...(full ? { trajectory_hash: trajectoryHash(this.#seed, story.number) } : {}),
        ...(prompt === null ? {} : { prompt_hash: prompt.prompt_hash }),
        ...(subject.frozen ? { frozen_set: 'frozen-a' } : {}),
        ...(withMessages && prompt !== null ? { messages: prompt.messages } : {}),
      };
      if (judging.lost !== null) loseCall(row, judging.lost);
      const sound = judging.lost === null && judging.passes.length === 1 && !withMessages && !subject.frozen;
      const { rewardReadable } = this.lines.write(row, sound);
      this.#rows += 1;
      this.tally.countRow({
        row,
        lost: judging.lost,
        rewardReadable,
        truth: registered.truthKnown ? story.truth : null,
        cites: text.cites,
        contradicts: text.contradicts,
        invented: fine.complaint !== null,
        withMessages,
      });
    }
  }

  /** Buffers are written out between groups, so that memory stays at a few megabytes. */
  async settle(): Promise<void> {
    for (const file of [this.#files.log, this.#files.trajectories, this.#files.labels])
      if (file.full) await file.flush();
  }

  /** Each row a little later than the one before: seconds with milliseconds. */
  #tick(): number {
    this.#clock += ((0.5 + this.#noise.unit()) * runSeconds) / this.#plan.rows;
    return Math.round(this.#clock * 1000) / 1000;
  }
}
