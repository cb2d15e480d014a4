import type MiniSearch from 'minisearch';
import type { ToolSpec } from '../../spec/tool-spec.js';

interface IndexedTool {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly tags: string;
}

/** Finds tools by words over their names, descriptions and tags. */
export class ToolSearch {
  #indexed: readonly ToolSpec[] = [];
  #index: MiniSearch<IndexedTool> | undefined;

  /** The tools that fit best, the best first. Words may be misspelt or only begun; one that fits is enough. */
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
    const index = new Search<IndexedTool>({ fields: ['name', 'description', 'tags'], tokenize: wordsOf });
    index.addAll(
      tools.map(({ name, description = '', tags }, id) => ({ id, name, description, tags: tags.join(' ') })),
    );
    this.#indexed = tools;
    this.#index = index;
    return index;
  }
}

/** The words of a text in any language; `getWeather_v2` has three. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(apart);
  return [...segments].filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment);
}
