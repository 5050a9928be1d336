import { LogText } from '../../ui/log-text.tsx';
import { type FoundEvidence, markedParts } from './evidence-places.ts';

/** A text of the trajectory with what evidence quotes from it marked. */
export function MarkedText({
  text,
  found,
  place,
  field,
  limit,
  mono = false,
}: {
  readonly text: string;
  readonly found: readonly FoundEvidence[];
  readonly place: string;
  readonly field: string;
  readonly limit: number;
  readonly mono?: boolean;
}) {
  return markedParts(text, found, place, field).map((part, at) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
      <mark key={at}>
        <LogText text={part.text} limit={limit} mono={mono} />
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <LogText key={at} text={part.text} limit={limit} mono={mono} />
    ),
  );
}
