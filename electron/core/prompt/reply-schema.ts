/** The reply that is asked for, as a JSON schema that strict structured output accepts (every key required). */
export const VERDICT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['success', 'score', 'reason', 'evidence', 'rubric_hits'],
  properties: {
    success: { type: 'boolean', description: 'Whether the task was completed.' },
    score: {
      type: 'number',
      description: 'Confidence in success from 0 to 1; 0.5 or more exactly when success.',
    },
    reason: { type: 'string', description: 'Two sentences at most.' },
    evidence: { type: 'array', items: { type: 'string' }, description: 'Literal quotes from the record.' },
    rubric_hits: {
      type: 'array',
      items: { type: 'string' },
      description: 'Ids of the steps and criteria met.',
    },
  },
} as const;

/** `response_format` of a chat completion for each way a profile can ask for JSON; undefined asks for nothing. */
export function responseFormat(kind: 'json_schema' | 'json_object' | 'none') {
  if (kind === 'json_schema')
    return {
      type: 'json_schema',
      json_schema: { name: 'verdict', strict: true, schema: VERDICT_SCHEMA },
    } as const;
  return kind === 'json_object' ? ({ type: 'json_object' } as const) : undefined;
}
