import type { MappedKind } from '../../core/model/mapping.ts';
import { attemptFields, idFields, isKnownField, knownFields } from '../reward-log/fields.ts';
import { pairColumns } from '../tables/pair-rows.ts';
import { knownTrajectoryFields } from '../tables/trajectory-fields.ts';
import { truthNames } from '../tables/truth-columns.ts';
import { otherNames } from './names.ts';
import { pairNames, trajectoryNames, truthOtherNames } from './table-names.ts';

/** Token counts may stand beside each other instead of in `usage`: they are mapped one by one. */
export const usageCounts = ['usage.prompt_tokens', 'usage.completion_tokens', 'usage.total_tokens'] as const;

/** The fields a kind of file has, and the names other systems have for them. */
export interface KindFields {
  /** Other names by field, best first; the usual fields first. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Every field a mapping can fill, those that most files have first. */
  readonly fillable: readonly string[];
  /** Whether files of the kind have a field of that name. */
  readonly isKnown: (field: string) => boolean;
  /** Whether a value can be mapped to it. */
  readonly isMappable: (field: string) => boolean;
}

/** Other spellings of one field are no further fields. */
const aliases: ReadonlySet<string> = new Set([...idFields.slice(1), ...attemptFields.slice(1)]);

const rewardLog: KindFields = {
  names: otherNames,
  fillable: [...new Set([...Object.keys(otherNames), ...knownFields])].filter(
    (field) => !aliases.has(field) && field !== 'usage',
  ),
  isKnown: isKnownField,
  isMappable: (field) => isKnownField(field) || usageCounts.some((name) => name === field),
};

const kinds: Readonly<Record<MappedKind, KindFields>> = {
  reward_log: rewardLog,
  truth: tableFields(truthOtherNames, Object.values(truthNames).flat()),
  trajectories: tableFields(trajectoryNames, knownTrajectoryFields),
  audit: tableFields(pairNames, pairColumns),
};

export function fieldsOfKind(kind: MappedKind): KindFields {
  return kinds[kind];
}

function tableFields(names: KindFields['names'], known: Iterable<string>): KindFields {
  const all = new Set(known);
  const fillable = [...new Set([...Object.keys(names), ...all])].filter((field) => !aliases.has(field));
  return { names, fillable, isKnown: (field) => all.has(field), isMappable: (field) => all.has(field) };
}
