import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '..', '..');
const configuration: Readonly<Record<string, unknown>> = parse(
  readFileSync(join(root, 'electron-builder.yml'), 'utf8'),
);

interface ConfigModule {
  validateConfiguration(config: unknown, log: { isEnabled: boolean; add(): void }): Promise<void>;
}
// electron-builder's own check, the one packaging starts with; packaging itself needs Electron's runtime
const builder = createRequire(import.meta.url)('app-builder-lib/out/util/config/config') as ConfigModule;
const silent = { isEnabled: false, add: () => undefined };

describe('the packaging configuration', () => {
  test('passes electron-builder’s own check', async () => {
    await expect(builder.validateConfiguration(configuration, silent)).resolves.toBeUndefined();
  });

  test('that check refuses what is wrong', async () => {
    const wrong = { ...configuration, linux: { target: ['AppImage'], nonsense: true } };
    await expect(builder.validateConfiguration(wrong, silent)).rejects.toThrow(/configuration\.linux/);
  });

  test('names an entry that the build writes, and the parts the app needs at run time', () => {
    const { main } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { main: string };
    expect(main).toBe('out/main/main.js');
    expect(configuration.files).toEqual(expect.arrayContaining(['out/**', 'rubrics/**']));
    expect(existsSync(join(root, 'rubrics', 'baseline.yaml'))).toBe(true);
  });

  test('keeps native modules outside of the archive and opens .jsonl files', () => {
    expect(configuration.asarUnpack).toEqual(
      expect.arrayContaining(['**/*.node', 'node_modules/better-sqlite3/**', 'node_modules/@duckdb/**']),
    );
    expect(configuration.fileAssociations).toEqual([expect.objectContaining({ ext: 'jsonl' })]);
  });
});
