import { Bind, NotFoundError, Param, Tool, ToolContext, ToolRegistry } from 'toolwright';
import type { Library } from './library.js';
import { NewItem } from './new-item.js';

/** One line that was found. */
export interface Hit {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** The hits in one file. */
export interface FileHits {
  readonly file: string;
  readonly count: number;
  readonly first: string;
}

/** An item that a user added. */
export interface Item {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly priority: number;
  readonly author: string;
}

/**
 * Offers a folder of Markdown files, and items that users add, as tools. What a model reads is generated from the
 * types and comments below: see `toolwright.gen.ts`. Decorators add what types cannot express.
 */
export class KnowledgeBase extends ToolRegistry {
  readonly #library: Library;
  readonly #items: Item[] = [];

  constructor(library: Library) {
    super();
    this.#library = library;
  }

  /**
   * Search all files, and the items that the user has added, line by line.
   *
   * @param query - What to look for, in upper or lower case.
   * @minLength 1
   * @param limit - At most this many hits.
   * @minimum 1
   * @maximum 100
   * @multipleOf 1
   * @returns The lines that were found.
   */
  @Tool({ annotations: { readOnlyHint: true } })
  async search(
    query: string,
    limit: number = 10,
    // Comes from the state, never from the model: it decides whose items are searched.
    @Bind('session.user.id', { optional: true }) userId?: string,
  ): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (const { id, author, text } of this.#items) {
      if (author === userId) hits.push(...findLines({ file: `item ${id}`, text }, query));
    }
    for (const file of this.#library.files) {
      if (hits.length >= limit) break;
      hits.push(...findLines({ file, text: await this.#library.read(file) }, query));
    }
    return hits.slice(0, limit);
  }

  /**
   * Read one file.
   *
   * @param file - The file, as search names it.
   */
  @Tool({ annotations: { readOnlyHint: true }, maxOutputChars: 4_000 })
  async read(file: string): Promise<string> {
    // Only what is listed is read: a path that the model makes up leads nowhere.
    if (!this.#library.has(file)) throw new NotFoundError(`There is no file '${file}'. Use search to find one.`);
    return this.#library.read(file);
  }

  @Tool({ description: 'Add an item, which only its author will find', group: 'editing' })
  addItem(newItem: NewItem, @Bind('session.user.id') author: string): Item {
    const { title, text, priority } = newItem;
    const item: Item = { id: this.#items.length + 1, title, text, priority, author };
    this.#items.push(item);
    return item;
  }

  @Tool({
    description: 'Search file by file, and report each file as soon as it is searched',
    annotations: { readOnlyHint: true },
  })
  async *watch(
    @Param({ description: 'What to look for, in upper or lower case', minLength: 1 }) query: string,
    ctx: ToolContext,
  ): AsyncGenerator<FileHits, void> {
    const { files } = this.#library;
    let searched = 0;
    try {
      for (const file of files) {
        const hits = findLines({ file, text: await this.#library.read(file, ctx.signal) }, query);
        searched++;
        ctx.progress(searched, files.length, file);
        const [first] = hits;
        if (first !== undefined) yield { file, count: hits.length, first: first.text };
      }
    } finally {
      // Runs however the stream ends: at its end, by an error, or when its reader cancels.
      ctx.log('info', `watch cleaned up after ${searched} of ${files.length} files`);
    }
  }
}

function findLines({ file, text }: { readonly file: string; readonly text: string }, query: string): readonly Hit[] {
  const wanted = query.toLowerCase();
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ file, line: index + 1, text: line.trim() }))
    .filter((hit) => hit.text.toLowerCase().includes(wanted));
}
