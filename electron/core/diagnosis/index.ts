export * from './advice.ts';
export * from './check.ts';
export * from './detectable.ts';
export * from './diagnose.ts';
export * from './error-side.ts';
export * from './input.ts';
export * from './thresholds.ts';
export * from './unjudged-window.ts';
