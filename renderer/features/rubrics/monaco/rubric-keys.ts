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

/** The keys of a prompt template file. */
export const templateKeys: readonly string[] = [
  'name',
  'note',
  'frames',
  'max',
  'order',
  'order_when',
  'keep',
  'keep_match',
  'keep_from',
  'fill',
  'blocks',
  'content',
  'system',
  'user',
];
