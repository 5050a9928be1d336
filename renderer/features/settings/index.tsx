/** Being built. */
export function SettingsScreen() {
  return null;
}
