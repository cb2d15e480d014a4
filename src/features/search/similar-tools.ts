import { hashText } from '../../base/runtime/sha256.js';
import { EventLoopYielder } from '../../call/event-loop-yielder.js';
import type { RecordStore } from '../../stores/record-store.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ListedTool } from '../../toolkit/entry/scope-control.js';
import type { ToolGroup } from '../../toolkit/entry/tool-group.js';
import type { EmbedOptions, EmbedTexts } from './search-options.js';
import { passageOf } from './tool-text.js';
import { readVectors, similarity, type UnitVector } from './unit-vectors.js';
import { untilAborted } from './until-aborted.js';
import { VectorCache } from './vector-cache.js';
import { VectorStore } from './vector-store.js';

/** A search for tools of a similar meaning. */
export interface SimilarRequest<Tool extends ListedTool> {
  readonly query: string;
  readonly tools: readonly Tool[];
  readonly groups: ReadonlyMap<string, ToolGroup>;
  readonly signal: AbortSignal;
  /** Receives the error of the store, without which the search continues. */
  readonly onStoreError: (error: unknown) => void;
}

interface Passage {
  readonly group: ToolGroup | undefined;
  readonly key: string;
}

// As many texts as models accept in a request. What was embedded before a failure is not embedded again.
const batchSize = 96;
// Those that are less similar are not similar.
const maxSimilar = 50;

/** Finds tools by the vectors of an embedding model. */
export class SimilarTools {
  readonly #embedTexts: EmbedTexts;
  readonly #store: VectorStore | undefined;
  readonly #cache = new VectorCache();
  readonly #passages = new WeakMap<ToolSpec, Passage>();
  /** Settles when the searches before have embedded their tools, so that none is embedded twice. */
  #ready: Promise<unknown> = Promise.resolve();

  constructor(embed: EmbedTexts, store: RecordStore | undefined) {
    this.#embedTexts = embed;
    this.#store = store && new VectorStore(store);
  }

  /**
   * Returns the tools whose meaning is most similar to that of a query, most similar first.
   *
   * @throws OutputValidationError if the model does not return one vector for each text.
   */
  async find<Tool extends ListedTool>(request: SimilarRequest<Tool>): Promise<readonly Tool[]> {
    const { query, tools, groups, signal } = request;
    const wanted = await this.#embedQuery(query, signal);
    const passages = await this.#readPassages(tools, groups, signal);
    const embedding = this.#ready.then(() => this.#embedMissing(passages, wanted.length, request));
    this.#ready = embedding.catch(() => undefined);
    await untilAborted(signal, () => embedding);
    const scored = [...passages].flatMap(([tool, key]) => {
      const vector = this.#known(key, wanted.length);
      return vector === undefined ? [] : { tool, score: similarity(wanted, vector) };
    });
    const sorted = scored.toSorted((one, other) => other.score - one.score);
    return sorted.slice(0, maxSimilar).map(({ tool }) => tool);
  }

  async #embedQuery(query: string, signal: AbortSignal): Promise<UnitVector> {
    const key = `query ${hashText(query, 'base64url')}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const [vector = new Float32Array()] = await this.#embed([query], { signal, purpose: 'query' });
    this.#cache.set(key, vector);
    return vector;
  }

  /** Returns the keys of the texts of tools. */
  async #readPassages<Tool extends ListedTool>(
    tools: readonly Tool[],
    groups: ReadonlyMap<string, ToolGroup>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Tool, string>> {
    const yielder = new EventLoopYielder();
    const keys = new Map<Tool, string>();
    for (const tool of tools) {
      await yielder.yieldIfDue();
      signal.throwIfAborted();
      keys.set(tool, this.#keyOf(tool, groups.get(tool.group)));
    }
    return keys;
  }

  #keyOf({ spec }: ListedTool, group: ToolGroup | undefined): string {
    const known = this.#passages.get(spec);
    if (known !== undefined && known.group?.description === group?.description) return known.key;
    const key = hashText(passageOf(spec, group), 'base64url');
    this.#passages.set(spec, { group, key });
    return key;
  }

  #known(key: string, length: number): UnitVector | undefined {
    const vector = this.#cache.get(key);
    return vector?.length === length ? vector : undefined;
  }

  async #embedMissing<Tool extends ListedTool>(
    passages: ReadonlyMap<Tool, string>,
    length: number,
    { groups, signal, onStoreError }: SimilarRequest<Tool>,
  ): Promise<void> {
    let store = this.#store;
    const onError = (error: unknown): void => {
      signal.throwIfAborted();
      store = undefined;
      onStoreError(error);
    };
    const listMissing = () => [...passages].filter(([, key]) => this.#known(key, length) === undefined);
    const keys = listMissing().map(([, key]) => key);
    const stored = await store?.read(keys, length, signal).catch(onError);
    for (const [key, vector] of stored ?? []) this.#cache.set(key, vector);
    const missing = listMissing();
    for (let start = 0; start < missing.length; start += batchSize) {
      const batch = missing.slice(start, start + batchSize);
      const texts = batch.map(([{ spec, group }]) => passageOf(spec, groups.get(group)));
      const vectors = await this.#embed(texts, { signal, purpose: 'tools' });
      if (vectors[0]?.length !== length) readVectors([new Float32Array(length), ...vectors], vectors.length + 1);
      const byKey = new Map(vectors.map((vector, index) => [batch[index]?.[1] ?? '', vector]));
      for (const [key, vector] of byKey) this.#cache.set(key, vector);
      await store?.write(byKey, signal).catch(onError);
    }
  }

  async #embed(texts: readonly string[], options: EmbedOptions): Promise<readonly UnitVector[]> {
    const returned = await untilAborted(options.signal, () => this.#embedTexts(texts, options));
    return readVectors(returned, texts.length);
  }
}
