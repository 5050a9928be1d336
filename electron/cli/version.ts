import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './screens.ts';

/** The version in package.json. */
export const appVersion: string = (
  JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
).version;
