export { PairsScreen } from './pairs-screen.tsx';
