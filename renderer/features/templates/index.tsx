export { FineScreen } from './fine-screen.tsx';
export { TemplatesScreen } from './templates-screen.tsx';
