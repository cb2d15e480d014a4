import { Tool, ToolRegistry } from 'toolwright';

interface Note {
  /** @minLength 1 */
  readonly title: string;
  readonly text: string;
  /** How long the note matters. */
  readonly kind: 'today' | 'forever';
}

export class Notes extends ToolRegistry {
  readonly #notes = new Map<string, Note>();

  /** Store a note, or replace the note that has its title. */
  @Tool()
  save(note: Note): string {
    const isKnown = this.#notes.has(note.title);
    this.#notes.set(note.title, note);
    return `${isKnown ? 'Replaced' : 'Stored'} '${note.title}'.`;
  }
}
