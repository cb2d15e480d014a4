import type MiniSearch from 'minisearch';
import type { ToolSpec } from '../tool/spec/tool-spec.js';

interface IndexedTool {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly tags: string;
}

/** A full-text search over the names, descriptions and tags of tools. */
export class ToolSearch {
  #indexed: readonly ToolSpec[] = [];
  #index: MiniSearch<IndexedTool> | undefined;

  /** Returns the tools that match any word of a query, best match first. Words may be misspelt or incomplete. */
  async find(query: string, tools: readonly ToolSpec[]): Promise<readonly ToolSpec[]> {
    const index = await this.#indexOf(tools);
    const found = index.search(query, {
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 3 ? 0.2 : false),
      boost: { name: 3, tags: 2 },
    });
    return found.flatMap(({ id }) => tools[id as number] ?? []);
  }

  async #indexOf(tools: readonly ToolSpec[]): Promise<MiniSearch<IndexedTool>> {
    const isSame = tools.length === this.#indexed.length && tools.every((tool, at) => tool === this.#indexed[at]);
    if (this.#index !== undefined && isSame) return this.#index;
    // Loaded when first needed: most toolkits never search.
    const { default: Search } = await import('minisearch');
    const index = new Search<IndexedTool>({ fields: ['name', 'description', 'tags'], tokenize: splitWords });
    index.addAll(
      tools.map(({ name, description = '', tags }, id) => ({ id, name, description, tags: tags.join(' ') })),
    );
    this.#indexed = tools;
    this.#index = index;
    return index;
  }
}

/** Splits a text in any language into words. `getWeather_v2` has three words. */
function splitWords(text: string): string[] {
  const spaced = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(spaced);
  return [...segments].filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment);
}
