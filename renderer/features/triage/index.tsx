export { TriageScreen } from './triage-screen.tsx';
