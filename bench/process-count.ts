/**
 * How many processes an option asks for.
 *
 * @throws TypeError on anything but a whole number from 1.
 */
export function processCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new TypeError(`--processes takes a whole number from 1, not '${text}'.`);
}
