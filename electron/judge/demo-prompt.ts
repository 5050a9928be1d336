/** One criterion of the rubric as the prompt lists it. */
export interface DemoCriterion {
  /** `S1`, `F2`, … as the prompt has it, else its place in the list. */
  readonly id: string;
  readonly text: string;
}

/** What the demo judge makes of a prompt. */
export interface DemoPrompt {
  readonly instruction: string;
  readonly criteria: readonly DemoCriterion[];
  /** Frames in the order they are told, each as its lines. */
  readonly frames: readonly (readonly string[])[];
  readonly final: readonly string[];
}

type Section = 'other' | 'instruction' | 'criteria' | 'pitfalls' | 'trajectory' | 'final' | 'output';

/** Headings of the app's own template and of the ones people write, in both languages. */
const headings: readonly (readonly [Section, RegExp])[] = [
  [
    'instruction',
    /^(?:user |task )?(?:instruction|task|request|goal|query)$|^(?:用户|任务)?(?:指令|任务|目标|请求)$/i,
  ],
  ['pitfalls', /pitfall|mistakes|陷阱|易错|常见错误/i],
  ['criteria', /steps|rubric|criteria|checklist|步骤|评分|标准|细则|要点/i],
  ['final', /^final (?:state|screen|result)$|^最(?:终|后)(?:的)?(?:状态|画面|结果)$/i],
  ['trajectory', /^(?:trajectory|frames|observations|history|轨迹|帧|操作记录|执行过程)$/i],
  ['output', /output|reply|respond|answer format|输出|回复格式|返回/i],
];

const frameHead = /^\W*(?:frame|step|observation|帧|第)\s*#?(\d+)/i;
const listItem = /^\s*(?:([A-Z]{1,2}\d+)[.)、:：]\s*|(\d+)[.)、]\s*|[-*•]\s+)(.+)$/;

/** Reads a rendered prompt, whoever's template it came from. What it cannot place counts as something the run showed. */
export function readDemoPrompt(text: string): DemoPrompt {
  const instruction: string[] = [];
  const criteria: DemoCriterion[] = [];
  const frames: string[][] = [];
  const final: string[] = [];
  let section: Section = 'other';
  let inTrajectory = false;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    if (/^<\/?trajectory>$/i.test(line)) {
      inTrajectory = !line.startsWith('</');
      section = inTrajectory ? 'trajectory' : 'other';
      continue;
    }
    const heading = headingOf(line);
    if (heading !== null && (!inTrajectory || heading.section === 'final')) {
      section = heading.section;
      if (heading.rest !== '') place(heading.rest);
      continue;
    }
    if (frameHead.test(line) && section !== 'instruction' && section !== 'criteria') {
      section = 'trajectory';
      frames.push([]);
      continue;
    }
    place(line);
  }
  return { instruction: instruction.join(' '), criteria, frames, final };

  function place(line: string): void {
    if (section === 'instruction') instruction.push(line);
    else if (section === 'criteria') addCriterion(line);
    else if (section === 'final') final.push(line);
    else if (section === 'trajectory') {
      if (frames.length === 0) frames.push([]);
      frames.at(-1)?.push(line);
    }
  }

  function addCriterion(line: string): void {
    const item = listItem.exec(line);
    if (item === null) return;
    criteria.push({ id: item[1] ?? item[2] ?? String(criteria.length + 1), text: item[3] ?? '' });
  }
}

/** `Steps, each of which must be met:`, `## 指令`, `Instruction: send it`: the section, and what stands on the same line. */
function headingOf(line: string): { readonly section: Section; readonly rest: string } | null {
  if (listItem.test(line)) return null;
  const bare = line.replace(/^#+\s*|^\*\*|\*\*$/g, '');
  const colon = /^([^:：]{1,60})[:：]\s*(.*)$/.exec(bare);
  const title = (colon?.[1] ?? (bare === line ? null : bare))?.replaceAll('*', '').trim() ?? null;
  if (title === null) return null;
  const found = headings.find(([, pattern]) => pattern.test(title));
  return found === undefined
    ? null
    : { section: found[0], rest: colon?.[2]?.replaceAll('*', '').trim() ?? '' };
}
