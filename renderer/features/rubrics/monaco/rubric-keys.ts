/** The keys of a rubric library file (both forms), offered while typing. */
export const rubricKeys: readonly string[] = [
  'version',
  'parent',
  'note',
  'fine',
  'max',
  'abstain',
  'frames',
  'key_actions',
  'routing',
  'categories',
  'name',
  'steps',
  'pitfalls',
  'output_format',
];
