import type { ToolContext } from '../../../call/tool-context.js';
import { readStored, wroteStored } from '../../../toolkit/follow-stored-text.js';
import type { MemoryEntry, MemoryPath, MemoryStore } from './memory-store.js';

/** The memory as one call reaches it: what the call reads there labels it, and it labels what it writes. */
export class FollowedMemory implements MemoryStore {
  readonly #store: MemoryStore;
  readonly #context: ToolContext;

  constructor(store: MemoryStore, context: ToolContext) {
    this.#store = store;
    this.#context = context;
  }

  look(path: MemoryPath): Promise<MemoryEntry | undefined> {
    return this.#store.look(path);
  }

  async list(path: MemoryPath): Promise<readonly MemoryEntry[]> {
    const entries = await this.#store.list(path);
    for (const { path: of, kind } of entries) await this.#read(kind === 'folder' ? `${nameOf(of)}/` : nameOf(of));
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

  delete(path: MemoryPath): Promise<void> {
    return this.#store.delete(path);
  }

  /** Moves an entry. What is there afterwards has another name, of which nothing is known. */
  rename(from: MemoryPath, to: MemoryPath): Promise<void> {
    return this.#store.rename(from, to);
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
