import type { ToolContext } from '../../../call/tool-context.js';
import { forgetStored, readStored, wroteStored } from '../../../toolkit/follow-stored-text.js';
import type { MemoryEntry, MemoryPath, MemoryStore } from './memory-store.js';

/** The memory as one call reaches it: what the call reads there labels it, and it labels what it writes. */
export class FollowedMemory implements MemoryStore {
  readonly #store: MemoryStore;
  readonly #context: ToolContext;

  constructor(store: MemoryStore, context: ToolContext) {
    this.#store = store;
    this.#context = context;
  }

  /** Returns an entry. That there is one follows from who has named it. */
  async look(path: MemoryPath): Promise<MemoryEntry | undefined> {
    const entry = await this.#store.look(path);
    if (entry !== undefined && path.length > 0) await this.#readName(entry);
    return entry;
  }

  async list(path: MemoryPath): Promise<readonly MemoryEntry[]> {
    const entries = await this.#store.list(path);
    for (const entry of entries) await this.#readName(entry);
    return entries;
  }

  async read(path: MemoryPath): Promise<string> {
    const text = await this.#store.read(path);
    await this.#read(nameOf(path), text);
    return text;
  }

  async create(path: MemoryPath, text: string): Promise<void> {
    await this.#store.create(path, text);
    await this.#wrote(path, text);
  }

  async write(path: MemoryPath, text: string): Promise<void> {
    await this.#store.write(path, text);
    await this.#wrote(path, text);
  }

  async delete(path: MemoryPath): Promise<void> {
    await this.#store.delete(path);
    await this.#forget(path);
  }

  /** Moves an entry. What is there afterwards has another name, of which nothing is known. */
  async rename(from: MemoryPath, to: MemoryPath): Promise<void> {
    await this.#store.rename(from, to);
    await this.#forget(from);
    await this.#forget(to);
  }

  #readName({ path, kind }: MemoryEntry): Promise<void> {
    return this.#read(kind === 'folder' ? `${nameOf(path)}/` : nameOf(path));
  }

  #forget(path: MemoryPath): Promise<void> {
    return forgetStored(this.#context, { owner: this.#store, name: nameOf(path) });
  }

  #read(name: string, text?: string): Promise<void> {
    return readStored(this.#context, { owner: this.#store, name, text });
  }

  async #wrote(path: MemoryPath, text: string): Promise<void> {
    const owner = this.#store;
    await wroteStored(this.#context, { owner, name: nameOf(path), text });
    // The call has named the folders too.
    for (let depth = path.length - 1; depth > 0; depth--)
      await wroteStored(this.#context, { owner, name: `${nameOf(path.slice(0, depth))}/`, text: undefined });
  }
}

function nameOf(path: MemoryPath): string {
  return path.join('/');
}
