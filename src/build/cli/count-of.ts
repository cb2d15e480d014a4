/** Returns a number with its noun, such as `1 tool` or `2 tools`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
