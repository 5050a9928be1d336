import type { Transaction } from '../log-store.ts';

/** A temporary table of whole numbers, one array a column; arrays are as long as each other. */
export async function numberTable(
  tx: Transaction,
  name: string,
  columns: Readonly<Record<string, ArrayLike<number>>>,
): Promise<void> {
  const names = Object.keys(columns);
  await tx.run(`CREATE OR REPLACE TEMP TABLE ${name} (${names.map((each) => `${each} BIGINT`).join(', ')})`);
  const arrays = Object.values(columns);
  const rows = arrays[0]?.length ?? 0;
  if (rows === 0) return;
  const appender = await tx.appender(name, 'temp');
  for (let row = 0; row < rows; row += 1) {
    for (const array of arrays) appender.appendBigInt(BigInt(array[row] ?? 0));
    appender.endRow();
  }
  appender.closeSync();
}
