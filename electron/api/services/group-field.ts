export type { GroupField } from '../../logs/query/group-fields.ts';
