export type {
  KeySource,
  NeighbourEntry,
  NeighbourWarning,
  WarningCode,
} from './entry.ts';
export { fieldName, readKeyFile } from './key-file.ts';
export { type NeighbourPlace, neighbourEntry, neighbourPlaces, readNeighbour } from './read.ts';
export { neighbourSnippet, type Snippet, type SnippetNote } from './snippets.ts';
