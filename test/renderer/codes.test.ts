import { describe, expect, test } from 'vitest';
import { failureCodes } from '../../electron/core/model/failure.ts';
import { sourceKinds } from '../../electron/core/model/source.ts';
import { identityKinds, unjudgedCauses, warningKinds } from '../../electron/core/model/verdict.ts';
import { flagKinds } from '../../electron/logs/schema.ts';
import { textsOf } from './texts.ts';

/** The engine speaks in codes; a screen that has no words for one would show it raw. */
describe.each(['en', 'zh-CN'])('every code has words in %s', (language) => {
  const common = textsOf(language, 'common');
  const sources = textsOf(language, 'sources');

  test.each([
    ['failures', common, failureCodes.flatMap((code) => [`failure.${code}.what`, `failure.${code}.next`])],
    [
      'causes without a verdict',
      common,
      unjudgedCauses.flatMap((cause) => [`cause.${cause}`, `unjudgedBy.${cause}`]),
    ],
    ['warnings', common, warningKinds.map((kind) => `warnings.${kind}`)],
    ['kinds of files', sources, sourceKinds.map((kind) => `kind.${kind}`)],
    [
      'kinds of identity',
      sources,
      identityKinds.flatMap((kind) => [`identity.${kind}`, `identityHelp.${kind}`]),
    ],
    ['remarks of the reader', sources, flagKinds.map((kind) => `remark.${kind}`)],
    [
      'causes of quarantine',
      sources,
      ['not_json', 'not_object', 'cut_off', 'too_long'].map((cause) => `cause.${cause}`),
    ],
  ])('%s', (_, texts, keys) => {
    expect(keys.filter((key) => !texts.has(key))).toEqual([]);
  });
});
