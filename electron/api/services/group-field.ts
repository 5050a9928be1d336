/** A field that figures can be grouped by. */
export interface GroupField {
  /** As `by` takes it. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean' | 'time';
  /** False for a field of the logs that Assay has no meaning for. */
  readonly known: boolean;
  /** Different values among all rows, an absent one not counted; null where there are more than 1,000. */
  readonly values: number | null;
  /** Some rows lack it: they are a group of their own, with the key null. */
  readonly absent: boolean;
}
