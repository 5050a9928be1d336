import { attemptRecord } from '../../electron/api/services/attempt-record.ts';
import { JudgeClient, startRerun, storedMessages } from '../../electron/judge/index.ts';
import { openRecord } from '../../electron/record/index.ts';

/** Goes on with the workspace's one run, making it first where there is none, and says so when nothing is missing. */
const [folder = '', base_url = '', samples = '0'] = process.argv.slice(2);
const record = openRecord(folder);
const profile = {
  profile_id: 'p',
  name: 'counting',
  base_url,
  model: 'judge-a',
  key_env: null,
  temperature: 0,
  response_format: 'none',
  max_tokens: 100,
  timeout_ms: 10_000,
  concurrency: 8,
  requests_per_minute: null,
  tokens_per_minute: null,
  price_prompt_per_million: null,
  price_completion_per_million: null,
  images: false,
  demo: false,
} as const;

function newRun() {
  const run = record.runs.create({
    purpose: 'repeat',
    profile,
    rubric_version: null,
    repeats: 3,
    filter: '',
    seed: 1,
  });
  record.items.add(
    run.run_id,
    Array.from({ length: Number(samples) }, (_, n) => ({
      row: `1:${n + 1}`,
      trajectory: `t${n + 1}`,
      task_id: null,
      category: null,
      step: null,
      original_passed: false,
      original_unjudged: null,
      truth: null,
      rubric_version: null,
      judge_model: null,
      prompt: { prompt_hash: `h${n}`, messages: [{ role: 'user', content: `sample ${n}` }] },
      prompt_origin: 'log' as const,
      same_prompt: 'yes' as const,
      evidence: null,
    })),
  );
  record.runs.seal(run.run_id);
  return run;
}

const { run_id } = record.runs.list()[0] ?? newRun();
const writer = record.openAttemptWriter();
console.log(`missing ${record.attempts.missingCount(run_id)}`);
const rerun = startRerun({
  run_id,
  profile,
  key: null,
  seed: 1,
  client: new JudgeClient(),
  ports: {
    missing: () => record.attempts.missingAttempts(run_id),
    prompt: (task) => storedMessages(record.prompts.get(task.messages_sha256)?.messages),
    store: async (outcome) => {
      await writer.store(attemptRecord(run_id, outcome.task.prompt_hash, outcome));
    },
  },
});
const report = await rerun.done;
await writer.close();
record.runs.setState(run_id, 'done');
record.close();
console.log(`done ${report.calls}`);
