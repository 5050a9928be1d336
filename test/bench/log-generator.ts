import { closeSync, openSync, writeSync } from 'node:fs';

/** What was put into a generated log beside whole lines. */
export interface GeneratedLog {
  readonly bytes: number;
  readonly lines: number;
  readonly defects: Readonly<Record<Defect, number>>;
}

export type Defect =
  | 'duplicate'
  | 'cut'
  | 'glued'
  | 'blank'
  | 'nan'
  | 'doubled_key'
  | 'lone_surrogate'
  | 'text_number'
  | 'failed_call'
  | 'no_json';

const words = (
  'the form was opened and its recipient field filled then submit was clicked but no confirmation showed in the last frame so ' +
  'sending cannot be verified while a draft was saved 收件人 正确 已发送 邮件 附件 缺失 step evidence subject folder archive moved ' +
  'calendar invite accepted total price 1,204 quantity three receipt shown table sorted by date row count export ready'
).split(' ');

const categories = ['communication', 'create_modify', 'search_read', 'settings', 'purchase_booking'];

/** xorshift128: the same log for the same seed on every machine. */
class Random {
  #state = [123456789, 362436069, 521288629, 88675123];
  next(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state;
    let mixed = d;
    mixed ^= mixed << 11;
    mixed ^= mixed >>> 8;
    const value = (mixed ^ a ^ (a >>> 19)) | 0;
    this.#state = [value, a, b, c];
    return (value >>> 0) / 2 ** 32;
  }
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
  text(count: number): string {
    let text = '';
    for (let each = 0; each < count; each += 1)
      text += (each === 0 ? '' : ' ') + (words[this.below(words.length)] ?? '');
    return text;
  }
  hex(digits: number): string {
    let text = '';
    while (text.length < digits)
      text += Math.floor(this.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    return text.slice(0, digits);
  }
}

/**
 * Writes a reward log as a trainer would (FORMATS §1), about 600 bytes a line, with about 2% of its lines odd in one of the
 * ways seen in the wild. No line is left open between two tokens before another: `read_json_auto` refuses such a file, and
 * then there would be nothing to compare with.
 */
export function generateLog(path: string, rows: number): GeneratedLog {
  const random = new Random();
  const defects: Record<Defect, number> = {
    duplicate: 0,
    cut: 0,
    glued: 0,
    blank: 0,
    nan: 0,
    doubled_key: 0,
    lone_surrogate: 0,
    text_number: 0,
    failed_call: 0,
    no_json: 0,
  };
  const file = openSync(path, 'w');
  let pending: string[] = [];
  let size = 0;
  let bytes = 0;
  let lines = 0;
  const flush = () => {
    const buffer = Buffer.from(pending.join(''));
    for (let at = 0; at < buffer.length; ) at += writeSync(file, buffer, at);
    bytes += buffer.length;
    pending = [];
    size = 0;
  };
  const write = (line: string) => {
    pending.push(line, '\n');
    size += line.length;
    lines += 1;
    if (size > 1 << 20) flush();
  };
  let last = '';
  for (let row = 0; row < rows; row += 1) {
    const line = rewardLine(random, row, rows, defects);
    const odd = random.next();
    if (odd < 0.003 && last !== '') {
      defects.duplicate += 1;
      write(last);
    } else if (odd < 0.0033) {
      defects.cut += 1;
      write(line.slice(0, line.indexOf('"reason":"') + 14));
    } else if (odd < 0.0036) {
      defects.glued += 1;
      write(line + rewardLine(random, row, rows, defects));
    } else if (odd < 0.004) {
      defects.blank += 1;
      write('');
      write(line);
    } else if (odd < 0.0043) {
      defects.doubled_key += 1;
      write(`${line.slice(0, -1)},"reward":0.5}`);
    } else if (odd < 0.0046) {
      defects.lone_surrogate += 1;
      write(line.replace('"reason":"', '"reason":"\\ud83d '));
    } else if (odd < 0.0048) {
      defects.no_json += 1;
      write('WARNING: judge queue is long');
    } else write(line);
    last = line;
  }
  // The process was killed while it wrote.
  pending.push(last.slice(0, last.length >> 1));
  lines += 1;
  defects.cut += 1;
  flush();
  closeSync(file);
  return { bytes, lines, defects };
}

function rewardLine(random: Random, row: number, rows: number, defects: Record<Defect, number>): string {
  const failed = random.next() < 0.008;
  const passed = random.next() < 0.42;
  const prompt = 900 + random.below(900);
  const completion = 60 + random.below(180);
  const step = Math.floor(row / 1024);
  let reward = passed ? '1.0' : '0.0';
  if (failed) defects.failed_call += 1;
  if (random.next() < 0.0005) {
    defects.nan += 1;
    reward = 'NaN';
  }
  let latency = String(200 + random.below(4_000));
  if (random.next() < 0.001) {
    defects.text_number += 1;
    latency = `"${latency}"`;
  }
  const head =
    `{"task_id":"task-${random.below(20_000)}","step":${step},"instruction_hash":"${random.hex(16)}","category":"${categories[random.below(5)]}",` +
    `"coarse_id":"c${random.below(5)}","rubric_version":"${row < rows / 2 ? 'baseline' : 'adapt_v1'}","fine_rubrics":["${random.text(7)}"],` +
    `"frame_count":${1 + random.below(10)},"judge_model":"judge-large","timestamp":${1_767_225_600 + Math.floor(row / 8)},"group_id":"g${Math.floor(row / 8)}",`;
  if (failed)
    return `${head}"reward":0.0,"success":false,"reason":"judge_call_failed","evidence":[],"rubric_hits":[],"latency_ms":null,"usage":null,"error":"TimeoutError('60s')"}`;
  return (
    `${head}"reward":${reward},"success":${passed},"reason":"${random.text(18)}","evidence":["${random.text(9)}","${random.text(6)}"],` +
    `"rubric_hits":["step 1","step 2"],"latency_ms":${latency},"usage":{"prompt_tokens":${prompt},"completion_tokens":${completion},"total_tokens":${prompt + completion}},"error":null}`
  );
}
