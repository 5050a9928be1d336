export { CalibrationScreen } from './calibration-screen.tsx';
