/** Being built. */
export function VerdictsScreen() {
  return null;
}
