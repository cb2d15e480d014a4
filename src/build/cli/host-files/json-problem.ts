/** A problem of a JSON text, at an offset in UTF-16 code units. */
export class JsonProblem extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Returns the line and the column of an offset, from 1. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${String(lines.at(-1)).length + 1}`;
}
