/**
 * The key of a trajectory (FORMATS §1): its explicit id; else `hash:` and 16 hex digits of sha256 over the JSON list
 * [task_id, step, instruction_hash, trajectory_hash]; else `task:` with task, step and instruction hash, taken back
 * afterwards where it is not unique. `-` stands for what the line does not have.
 *
 * @param text SQL of a text field by its name
 * @param step SQL of the step, a BIGINT
 * @param id SQL of the explicit id
 */
export function trajectorySql(text: (name: string) => string, step: string, id: string): string {
  const [task, instruction, trajectory] = [
    text('task_id'),
    text('instruction_hash'),
    text('trajectory_hash'),
  ];
  const key = (part: string) => `coalesce(CAST(${part} AS VARCHAR), '-')`;
  return `CASE WHEN ${id} IS NOT NULL THEN ${id}
    WHEN ${trajectory} IS NOT NULL THEN 'hash:' || left(sha256(CAST(json_array(${task}, ${step}, ${instruction}, ${trajectory}) AS VARCHAR)), 16)
    WHEN ${task} IS NOT NULL OR ${instruction} IS NOT NULL THEN 'task:' || ${key(task)} || '/' || ${key(step)} || '/' || ${key(instruction)} END`;
}
