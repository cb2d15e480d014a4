/** A text to insert at a position of another text. It contains no line break, so lines keep their numbers. */
export interface Insertion {
  readonly position: number;
  readonly text: string;
  /** What the text is in the syntax tree. A text before an expression is followed by the text after it in the list. */
  readonly place: InsertionPlace;
}

/** The statements at the beginning of a module, a member of a class, or what encloses an expression. */
export type InsertionPlace = 'statements' | 'member' | 'before expression' | 'after expression';

/** Inserts texts at their positions. */
export function applyInsertions(code: string, insertions: readonly Insertion[]): string {
  let result = '';
  let end = 0;
  for (const { position, text } of sortInsertions(insertions)) {
    result += code.slice(end, position) + text;
    end = position;
  }
  return result + code.slice(end);
}

/** Sorts insertions by position. Insertions at one position keep their order. */
export function sortInsertions(insertions: readonly Insertion[]): readonly Insertion[] {
  return [...insertions].sort((one, other) => one.position - other.position);
}
