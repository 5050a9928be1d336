export { RubricsScreen } from './rubrics-screen.tsx';
