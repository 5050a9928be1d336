/** What stands in quotes, as an address, or as a number of its own: what only this instruction asks for. */
const literal =
  /"([^"]{1,80})"|“([^”]{1,80})”|「([^」]{1,80})」|《([^》]{1,80})》|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)|(\d{1,2}:\d{2}|\d+(?:[.,]\d+)*)/g;

/**
 * The demo judge's answer where it is asked for criteria: one for each of the first two literals of the instruction, none
 * where it has none. The same instruction always gets the same answer.
 */
export function demoCriteria(instruction: string): string {
  const chinese = /\p{Script=Han}/u.test(instruction);
  const found = new Map<string, string>();
  for (const match of instruction.matchAll(literal)) {
    const inner = match.slice(1).find((group) => group !== undefined);
    if (inner !== undefined && inner.trim() !== '') found.set(inner, match[0]);
  }
  const criteria = [...found].slice(0, 2).map(([inner, quote]) => ({
    criterion: chinese ? `结果中可见“${inner}”` : `The result shows “${inner}”`,
    quote,
  }));
  return JSON.stringify({ criteria });
}
