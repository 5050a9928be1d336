import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `summary-2026-11-29T18-02-30.csv`: sorts by time, is a name on every system, and no earlier file has it.
 *
 * @param now milliseconds since 1970
 */
export function freeName(folder: string, stem: string, ending: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let n = 1; ; n += 1) {
    const path = join(folder, `${stem}-${time}${n === 1 ? '' : `-${n}`}.${ending}`);
    if (!existsSync(path)) return path;
  }
}
