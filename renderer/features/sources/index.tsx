/** Being built. */
export function SourcesScreen() {
  return null;
}
