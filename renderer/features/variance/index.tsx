export { VarianceScreen } from './variance-screen.tsx';
