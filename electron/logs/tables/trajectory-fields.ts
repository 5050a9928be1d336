/** Ids that name one trajectory, best first (FORMATS §1). */
export const trajectoryIds = ['trajectory_id', 'rollout_id', 'sample_id', 'uid', 'request_id'] as const;

/** Fields of a trajectory's line that mean something (FORMATS §3). */
export const knownTrajectoryFields: ReadonlySet<string> = new Set([
  ...trajectoryIds,
  'task_id',
  'step',
  'instruction',
  'instruction_hash',
  'frames',
  'final_state',
  'policy_version',
  'tool_schema_version',
  'messages',
  'trajectory_summary',
]);
