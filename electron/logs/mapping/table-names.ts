import { otherNames } from './names.ts';

const { trajectory_id = [], task_id = [], step = [], instruction_hash = [], instruction = [] } = otherNames;

/** Names under which other systems write the columns of a truth file, as `otherNames` has those of a reward log. */
export const truthOtherNames: Readonly<Record<string, readonly string[]>> = {
  true_success: [
    'truelabel',
    'groundtruth',
    'truth',
    'gold',
    'goldlabel',
    'goldsuccess',
    'humanlabel',
    'humanverdict',
    'label',
    'target',
    'correct',
    'iscorrect',
    'success',
    'issuccess',
    'passed',
    'pass',
    'resolved',
    'solved',
    'outcome',
    'result',
    'verdict',
    'answer',
    '真值',
    '真实标签',
    '人工标签',
    '标签',
    '标注',
    '是否成功',
    '成功',
    '是否通过',
  ],
  trajectory_id: [...trajectory_id, 'trajectory', 'traj', 'rollout', 'episode', 'sample'],
  task_id,
  step,
  instruction_hash,
  source: ['labelsource', 'origin', 'method', 'provenance', '来源'],
  annotator: [
    'labeler',
    'labeller',
    'rater',
    'reviewer',
    'annotatorid',
    'labeledby',
    'grader',
    '标注人',
    '标注员',
  ],
  note: ['notes', 'comment', 'comments', 'remark', 'reason', 'rationale', '备注', '说明'],
  task_type: ['category', 'tasktypes', 'domain', '任务类型', '类别'],
};

/** The same for the lines of a trajectory file. */
export const trajectoryNames: Readonly<Record<string, readonly string[]>> = {
  trajectory_id: [...trajectory_id, 'trajectory', 'traj', 'rollout', 'episode', 'sample', 'id'],
  task_id,
  step,
  instruction,
  frames: ['steps', 'observations', 'screenshots', 'trajectory', 'events', 'actions', '轨迹', '帧'],
  messages: ['conversation', 'chat', 'history', 'turns', 'dialog', 'dialogue', 'transcript', '对话', '消息'],
  final_state: ['endstate', 'finalobservation', 'finaloutput', 'laststate', '最终状态'],
  trajectory_summary: ['summary', 'recap', '摘要'],
  instruction_hash,
};

const both = (a: readonly string[], side: 'a' | 'b'): readonly string[] =>
  a.flatMap((name) => [`${name}${side}`, `${name}${side === 'a' ? '1' : '2'}`]);

/** The same for the pairs of an audit. */
export const pairNames: Readonly<Record<string, readonly string[]>> = {
  judge_pref: [
    'preference',
    'judgepreference',
    'pref',
    'winner',
    'judgewinner',
    'choice',
    'judgechoice',
    'verdict',
    'decision',
    '偏好',
    '胜者',
  ],
  success_a: both(['correct', 'passed', 'pass', 'truth', 'label', 'gold', 'resolved', 'iscorrect'], 'a'),
  success_b: both(['correct', 'passed', 'pass', 'truth', 'label', 'gold', 'resolved', 'iscorrect'], 'b'),
  pair_id: ['pair', 'comparisonid', 'matchid', 'battleid', 'questionid', 'id'],
  task_id,
  agent_a: both(['model', 'policy', 'system', 'assistant', 'name'], 'a'),
  agent_b: both(['model', 'policy', 'system', 'assistant', 'name'], 'b'),
  judge_score_a: both(['score', 'rating', 'grade', 'reward'], 'a'),
  judge_score_b: both(['score', 'rating', 'grade', 'reward'], 'b'),
  reward_gap: ['gap', 'scoregap', 'margin', 'scoredifference', 'diff'],
  model: ['judge', 'judgename', 'grader', 'evaluator'],
  task_type: ['category', 'tasktypes', 'domain'],
};
