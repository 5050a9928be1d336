import type { Command } from './command.ts';
import { openCommand } from './open.ts';
import { serveCommand } from './serve.ts';

/** Every command by name, in the order `assay help` lists them. */
export const commands: readonly Command[] = [openCommand, serveCommand];
