/** Being built. */
export function OverviewScreen() {
  return null;
}
