import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';

const file = new URL('./RESULTS.md', import.meta.url);

/** Puts the lines of one section into RESULTS.md, with date and machine; the other sections stay as they were measured. */
export function keepSection(title: string, lines: readonly string[]): void {
  const kept = new Map<string, string>();
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const part of before.split(/^## /m).slice(1)) {
    const end = part.indexOf('\n');
    kept.set(part.slice(0, end), part.slice(end + 1).trim());
  }
  kept.set(title, [machine(), '', ...lines].join('\n').trim());
  const sections = [...kept].map(([name, text]) => `## ${name}\n\n${text}\n`);
  writeFileSync(
    file,
    ['# Measurements\n', '`npm run bench` writes this file, section by section.\n', ...sections].join('\n'),
  );
}

/** Of the kernel its version alone: what a build calls itself says nothing of speed. */
function machine(): string {
  const kernel = /^[\d.]+/.exec(release())?.[0] ?? '';
  const [model = 'unknown processor'] = cpus().map((cpu) => cpu.model.trim());
  return `${new Date().toISOString().slice(0, 10)}, ${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${kernel}, Node ${process.versions.node}.`;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
