import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('../electron/logs/reward-log/walk/', import.meta.url));
const source = `${folder}walk.assembly.ts`;
export const modulePath = `${folder}walk-module.ts`;

/**
 * Compiles the import's inner loop and gives the text of `walk-module.ts`: the module as base64, so that it needs no file
 * beside the code, wherever that is packed.
 *
 * @throws Error with the compiler's own words where the source is wrong
 */
export async function compiledWalk(): Promise<string> {
  let binary: Uint8Array | null = null;
  const { error, stderr } = await asc.main(
    [
      'walk.assembly.ts',
      '--outFile',
      'walk.wasm',
      '--enable',
      'simd',
      '--runtime',
      'stub',
      '--use',
      'abort=',
      '--optimizeLevel',
      '3',
      '--shrinkLevel',
      '0',
      '--noAssert',
    ],
    {
      readFile: (name) => (name === 'walk.assembly.ts' ? readFileSync(source, 'utf8') : null),
      writeFile: (_name, contents) => {
        if (typeof contents !== 'string') binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || binary === null) throw new Error(`${source}: ${stderr.toString()}`);
  return [
    '/** `walk.assembly.ts`, compiled by `npm run walk`: WebAssembly in base64. */',
    'export const walkModule =',
    `  '${Buffer.from(binary).toString('base64')}';`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(modulePath, await compiledWalk());
  console.log(`${modulePath} written`);
}
