import { BehaviorSubject, type Observable } from 'rxjs';
import { Complete, NotFoundError, Param, Prompt, Resource, Tool, ToolContext, ToolRegistry } from 'toolwright';
import { serveMcp, view } from 'toolwright/mcp';

const form = { type: 'object', properties: { text: { type: 'string', title: 'Note' } }, required: ['text'] } as const;
const page = view(new URL('../../mcp-server/notes.html', import.meta.url), { name: 'notes' });

/** A note pad. The class does not depend on the protocol that serves it. */
class NotePad extends ToolRegistry {
  readonly #notes = new BehaviorSubject<ReadonlyMap<number, string>>(new Map());
  #lastId = 0;

  @Tool({ description: 'Write a note' })
  write(@Param({ description: 'What to remember', minLength: 1 }) text: string): string {
    this.#notes.next(new Map([...this.#notes.value, [++this.#lastId, text]]));
    return `Note ${this.#lastId} is written.`;
  }

  @Tool({ description: 'Ask the user for something to remember, and write it down' })
  async askForNote(ctx: ToolContext): Promise<string> {
    const answer = await ctx.ask<{ readonly text: string }>(form, { message: 'What shall I remember?' });
    return answer.kind === 'accept' ? this.write(answer.data.text) : 'The user has nothing to remember.';
  }

  // Clients that can ask their user do so before it runs; others cannot run it.
  @Tool({ description: 'Tear a note out', annotations: { destructiveHint: true }, needsApproval: true })
  tearOut(id: number): string {
    this.note(id);
    this.#notes.next(new Map([...this.#notes.value].filter(([one]) => one !== id)));
    return `Note ${id} is gone.`;
  }

  @Tool({ description: 'Read the notes aloud', task: 'allowed', annotations: { readOnlyHint: true } })
  async *readAloud(ctx: ToolContext): AsyncGenerator<string, void> {
    for (const [at, text] of [...this.#notes.value.values()].entries()) {
      ctx.progress(at + 1, this.#notes.value.size);
      yield `${text}\n`;
    }
  }

  @Tool({ description: 'Show the notes to the user', ui: page, annotations: { readOnlyHint: true } })
  show(): { readonly notes: readonly string[] } {
    return { notes: [...this.#notes.value.values()] };
  }

  @Resource('notes://all', { description: 'All notes, as they change', live: true })
  all(): Observable<ReadonlyMap<number, string>> {
    return this.#notes;
  }

  @Resource('notes://{id}', { description: 'One note', list: true })
  note(id: number): string {
    const text = this.#notes.value.get(id);
    if (text === undefined) throw new NotFoundError(`There is no note ${id}.`);
    return text;
  }

  @Prompt({ description: 'Answer a note' })
  answer(id: number, @Param({ enum: ['formal', 'friendly'] }) tone: string): string {
    return `Write a ${tone} answer to: ${this.note(id)}`;
  }

  @Complete('id')
  ids(typed: string): string[] {
    return [...this.#notes.value.keys()].map(String).filter((id) => id.startsWith(typed));
  }
}

// Run it with --http to serve many clients; without, it serves the one that started it.
const isHttp = process.argv.includes('--http');
const identity = { name: 'note-pad', title: 'A note pad', version: '1.0.0' };
const transport = isHttp
  ? ({ transport: 'http', port: Number(process.env.PORT ?? 3_000) } as const)
  : ({ transport: 'stdio' } as const);
const serving = await serveMcp(new NotePad(), { ...identity, ...transport });
// Standard output belongs to the protocol.
if (serving.url !== undefined) console.error(`Tools are at ${serving.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.close());
