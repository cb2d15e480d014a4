import { NotFoundError, Param, Tool, ToolContext, ToolRegistry } from 'toolwright';

/** One note. */
export interface Note {
  readonly id: number;
  readonly text: string;
}

const noteSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
  required: ['id', 'text'],
} as const;

/** A note pad as tools. The class does not depend on the protocol that serves them. */
export class NotePad extends ToolRegistry {
  #notes: readonly Note[] = [];
  #lastId = 0;

  @Tool({ description: 'Write a note', outputSchema: noteSchema })
  write(@Param({ description: 'What to remember', minLength: 1 }) text: string): Note {
    const note = { id: ++this.#lastId, text };
    this.#notes = [...this.#notes, note];
    return note;
  }

  @Tool({
    description: 'Read all notes',
    annotations: { readOnlyHint: true },
    outputSchema: { type: 'array', items: noteSchema },
  })
  list(): readonly Note[] {
    return this.#notes;
  }

  @Tool({ description: 'Read the notes aloud, one after the other', annotations: { readOnlyHint: true } })
  async *readAloud(ctx: ToolContext): AsyncGenerator<string, void> {
    for (const [at, { text }] of this.#notes.entries()) {
      ctx.progress(at + 1, this.#notes.length);
      yield `${text}\n`;
      await Promise.resolve();
    }
  }

  @Tool({ description: 'Ask the user for something to remember, and write it down' })
  async askForNote(ctx: ToolContext): Promise<string> {
    const form = {
      type: 'object',
      properties: { text: { type: 'string', title: 'Your note', minLength: 1 } },
      required: ['text'],
    } as const;
    const answer = await ctx.ask<{ readonly text: string }>(form, { message: 'What shall I remember?' });
    if (answer.kind !== 'accept') return 'The user has nothing to remember.';
    ctx.log('info', 'the user gave a note');
    return `Note ${this.write(answer.data.text).id} is written.`;
  }

  // Clients that can ask their user do so before it runs; others cannot run it.
  @Tool({ description: 'Tear a note out', annotations: { destructiveHint: true }, needsApproval: true })
  tearOut(@Param({ minimum: 1, multipleOf: 1 }) id: number): string {
    if (!this.#notes.some((note) => note.id === id)) throw new NotFoundError(`There is no note ${id}.`);
    this.#notes = this.#notes.filter((note) => note.id !== id);
    return `Note ${id} is gone.`;
  }
}
