import { type ToolEvent, Toolkit, type ToolkitOptions } from 'toolwright';
import type { SearchOptions } from 'toolwright/search';
import { MemoryRecordStore, type RecordStore, storeDefaults } from 'toolwright/stores';
import { find, namesFor, withTools } from './find-tools.js';

const tools = [
  { name: 'refund_order', description: 'Pays a customer back' },
  { name: 'ship_parcel', description: 'Sends a parcel' },
  { name: 'erase_account', description: 'Removes a customer', canAccess: (auth: unknown) => auth === 'root' },
];

const meanings = [/money|pay|refund/i, /parcel|send|delivery/i, /customer|account/i];

/** A model for which texts are similar that share one of few meanings. */
function createModel() {
  const calls: { readonly texts: readonly string[]; readonly purpose: string; readonly signal: AbortSignal }[] = [];
  const embed: NonNullable<SearchOptions['embed']> = async (texts, { signal, purpose }) => {
    calls.push({ texts, purpose, signal });
    return texts.map((text) => meanings.map((meaning) => (meaning.test(text) ? 1 : 0.1)));
  };
  return { calls, embed, texts: () => calls.flatMap((call) => call.texts) };
}

function createStore(): RecordStore {
  return new MemoryRecordStore(storeDefaults.sessions);
}

/** A toolkit with a search, and the events that its searches emit when something fails. */
function searching(search: SearchOptions, options: ToolkitOptions = {}) {
  const toolkit = withTools(tools, { ...options, search });
  const failures: Extract<ToolEvent, { readonly type: 'degraded' }>[] = [];
  toolkit.events$.subscribe((event) => {
    if (event.type === 'degraded') failures.push(event);
  });
  return { toolkit, failures };
}

describe('the option embed', () => {
  it('finds what has no word of the query', async () => {
    const { toolkit, failures } = searching({ embed: createModel().embed });
    expect((await find(toolkit, 'I want my money'))[0]).toMatchObject({ name: 'refund_order', matched: [] });
    expect(failures).toEqual([]);
  });

  it('ranks what is found by words and by meaning before what is found by one of them', async () => {
    const more = { name: 'money_box', description: 'A box' };
    const toolkit = withTools([...tools, more, { name: 'pay_money', description: 'Pays' }], {
      search: { embed: createModel().embed },
    });
    expect((await namesFor(toolkit, 'money'))[0]).toMatch(/money/);
    const names = await namesFor(toolkit, 'pay money');
    expect(names[0]).toBe('pay_money');
    expect(names).toContain('refund_order');
  });

  it('embeds each tool once, and each query once', async () => {
    const { calls, embed } = createModel();
    const { toolkit } = searching({ embed });
    await Promise.all([namesFor(toolkit, 'money'), namesFor(toolkit, 'parcel')]);
    await namesFor(toolkit.session(), 'money');
    const sizes = calls.map(({ purpose, texts }) => `${purpose} ${texts.length}`).toSorted();
    expect(sizes).toEqual(['query 1', 'query 1', 'tools 2']);
  });

  it('embeds a tool again only if its content has changed', async () => {
    const { embed, texts } = createModel();
    const { toolkit } = searching({ embed });
    await namesFor(toolkit, 'money');
    const [spec] = toolkit.list({ include: ['refund_order'] });
    toolkit.unregister('refund_order');
    if (spec !== undefined) toolkit.register(spec.with({ timeoutMs: 5 }), { group: 'all' });
    await namesFor(toolkit, 'money');
    expect(texts().filter((text) => text.startsWith('refund_order'))).toHaveLength(1);
    toolkit.unregister('refund_order');
    if (spec !== undefined) toolkit.register(spec.describe('Gives money back'), { group: 'all' });
    await namesFor(toolkit, 'money');
    expect(texts().filter((text) => text.startsWith('refund_order'))).toHaveLength(2);
  });

  it('receives nothing of a tool that the caller may not use, and the text of the others', async () => {
    const { embed, texts } = createModel();
    const seen: string[] = [];
    const { toolkit } = searching({
      embed,
      rerank: (_, candidates) => {
        seen.push(...candidates.map(({ name }) => name));
        return candidates.map(() => 0);
      },
    });
    expect(await namesFor(toolkit, 'customer account')).not.toContain('erase_account');
    expect([...texts(), ...seen].join('\n')).not.toContain('erase_account');
    expect(texts()).toContain('ship_parcel\nSends a parcel');
    expect(await namesFor(toolkit, 'customer account', { auth: 'root' })).toContain('erase_account');
    expect(await namesFor(toolkit, 'customer account')).not.toContain('erase_account');
  });

  it('leaves the exact name of a tool first', async () => {
    const { toolkit } = searching({
      embed: createModel().embed,
      rerank: (_, all) => all.map(({ name }) => name.length),
    });
    expect((await namesFor(toolkit, 'ship_parcel'))[0]).toBe('ship_parcel');
  });
});

const never = (): Promise<never> => new Promise(() => undefined);

describe('an embedding model that fails', () => {
  const vector = (value: unknown) => async (texts: readonly string[]) => texts.map(() => value as readonly number[]);

  it.each<[string, NonNullable<SearchOptions['embed']>, string]>([
    ['throws', () => { throw new RangeError('out of memory'); }, 'out of memory'], // biome-ignore format: one line each
    ['rejects', () => Promise.reject(new Error('no quota')), 'no quota'],
    ['never returns', never, "The function 'embed' did not return within 50 ms."],
    ['returns nothing', () => undefined as never, 'did not return an array of vectors'],
    ['returns too few vectors', async () => [], 'returned 0 vectors for 1 texts'],
    ['returns too many vectors', async (texts) => [...texts, ''].map(() => [1]), 'returned 2 vectors for 1 texts'],
    ['returns NaN', vector([1, Number.NaN]), 'a value that is not a finite number'],
    ['returns Infinity', vector([Number.POSITIVE_INFINITY]), 'a value that is not a finite number'],
    ['returns texts', vector(['1']), 'a value that is not a finite number'],
    ['returns empty vectors', vector([]), 'a vector that is not a list of numbers'],
    ['returns null', vector(null), 'a vector that is not a list of numbers'],
    ['returns huge vectors', vector({ length: 2 ** 31 }), 'at most 16384 are accepted'],
    ['returns values that are too large', vector([1e308, 1e308, 1e308, 1e308]), 'whose values are too large'],
    [
      'returns vectors of different lengths',
      async (texts, { purpose }) => texts.map((_, index) => (purpose === 'query' ? [1, 2] : [1, 2, 3].slice(index))),
      'returned vectors of different lengths',
    ],
    [
      'returns vectors of another length for tools than for queries',
      async (texts, { purpose }) => texts.map(() => (purpose === 'query' ? [1, 2] : [1, 2, 3])),
      'returned vectors of different lengths: 2 and 3',
    ],
  ])('leaves the list of words, and emits one event: %s', async (_, embed, message) => {
    const { toolkit, failures } = searching({ embed, timeoutMs: 50 });
    const result = await toolkit.execute('search_tools', { query: 'parcel' }, { callId: 'c1' });
    expect(result.success).toBe(true);
    expect(result.toText()).toContain('- ship_parcel()');
    expect(failures).toEqual([
      expect.objectContaining({ type: 'degraded', callId: 'c1', toolName: 'search_tools', part: 'embed' }),
    ]);
    expect(failures[0]?.failure.message).toContain(message);
  });

  it('is asked again by the next search', async () => {
    let isBroken = true;
    const { embed } = createModel();
    const { toolkit, failures } = searching({
      embed: (texts, options) => (isBroken ? never() : embed(texts, options)),
      timeoutMs: 50,
    });
    expect(await namesFor(toolkit, 'money')).toEqual([]);
    isBroken = false;
    expect((await namesFor(toolkit, 'money'))[0]).toBe('refund_order');
    expect(failures).toHaveLength(1);
  });

  it('loses only what it did not return: a later search asks for the rest', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ name: `tool_${index}`, description: `Money ${index}` }));
    const { calls, embed } = createModel();
    let batches = 0;
    const toolkit = withTools(many, {
      search: {
        embed: (texts, options) => (++batches === 4 ? Promise.reject(new Error('quota')) : embed(texts, options)),
      },
    });
    await namesFor(toolkit, 'pay');
    const before = calls.flatMap(({ texts }) => texts).length;
    await namesFor(toolkit, 'pay');
    const texts = calls.flatMap((call) => call.texts);
    expect(before).toBeGreaterThan(100);
    expect(texts).toHaveLength(251);
    expect(new Set(texts).size).toBe(251);
  });

  it('shows no secret of the state in its event', async () => {
    const { secret } = await import('toolwright');
    const { toolkit, failures } = searching(
      { embed: () => Promise.reject(new Error('key sk-12345678 is invalid')) },
      { state: { key: secret('sk-12345678') } },
    );
    await namesFor(toolkit, 'parcel');
    expect(failures[0]?.failure.message).toContain('key [redacted] is invalid');
  });
});

describe('a search that is cancelled', () => {
  it.each(['embed', 'rerank'] as const)('ends at once, and aborts the signal of %s', async (part) => {
    const stop = new AbortController();
    let signal: AbortSignal | undefined;
    const hang = (options: { readonly signal: AbortSignal }): Promise<never> => {
      signal = options.signal;
      queueMicrotask(() => stop.abort());
      return never();
    };
    const search: SearchOptions =
      part === 'embed'
        ? { embed: (_, options) => hang(options) }
        : { rerank: (_query, _all, options) => hang(options) };
    const { toolkit, failures } = searching(search);
    const result = await toolkit.execute('search_tools', { query: 'parcel' }, { signal: stop.signal });
    expect(result.error?.code).toBe('interrupted');
    expect(signal?.aborted).toBe(true);
    expect(failures).toEqual([]);
  });

  it('does not disturb another one that waits for the same vectors', async () => {
    const { embed } = createModel();
    const stop = new AbortController();
    let isFirst = true;
    const { toolkit } = searching({
      embed: (texts, options) => {
        if (options.purpose === 'query' || !isFirst) return embed(texts, options);
        isFirst = false;
        setTimeout(() => stop.abort(), 20);
        return never();
      },
    });
    const first = toolkit.execute('search_tools', { query: 'money' }, { signal: stop.signal });
    const second = namesFor(toolkit, 'money');
    expect((await first).error?.code).toBe('interrupted');
    expect((await second)[0]).toBe('refund_order');
  });
});

describe('the option rerank', () => {
  it('sorts what was found', async () => {
    const queries: string[] = [];
    const { toolkit, failures } = searching({
      rerank: (query, candidates) => {
        queries.push(query);
        return candidates.map(({ name, group, text }) => (text.includes('back') && group === 'all' ? 1 : -name.length));
      },
    });
    expect(await namesFor(toolkit, 'parcel customer')).toEqual(['refund_order', 'ship_parcel']);
    expect([queries, failures]).toEqual([['parcel customer'], []]);
  });

  it.each<[string, NonNullable<SearchOptions['rerank']>, string]>([
    ['throws', () => { throw new RangeError('no model'); }, 'no model'], // biome-ignore format: one line each
    ['never returns', never, "The function 'rerank' did not return within 50 ms."],
    ['returns nothing', () => undefined as never, 'did not return an array of scores'],
    ['returns too few scores', () => [], 'returned 0 scores for 1 candidates'],
    ['returns too many scores', (_, all) => [...all, 1].map(() => 1), 'returned 2 scores for 1 candidates'],
    ['returns NaN', (_, all) => all.map(() => Number.NaN), 'a score that is not a finite number'],
  ])('leaves the list before, and emits one event: %s', async (_, rerank, message) => {
    const { toolkit, failures } = searching({ rerank, timeoutMs: 50 });
    expect(await namesFor(toolkit, 'parcel')).toEqual(['ship_parcel']);
    expect(failures).toEqual([expect.objectContaining({ type: 'degraded', part: 'rerank' })]);
    expect(failures[0]?.failure.message).toContain(message);
  });
});

describe('the option store', () => {
  it('retains the vectors of tools for another process, and no query', async () => {
    const store = createStore();
    const first = createModel();
    await namesFor(searching({ embed: first.embed, store }).toolkit, 'money');
    expect(await store.list()).toHaveLength(2);
    const second = createModel();
    const { toolkit, failures } = searching({ embed: second.embed, store });
    expect((await namesFor(toolkit, 'money'))[0]).toBe('refund_order');
    expect(second.texts()).toEqual(['money']);
    expect(failures).toEqual([]);
  });

  it('is overwritten where it contains vectors of another length, or anything else', async () => {
    const store = createStore();
    await namesFor(searching({ embed: async (texts) => texts.map(() => [1, 2]), store }).toolkit, 'money');
    for (const broken of [undefined, 'no vector', 5]) {
      for (const { key, revision } of broken === undefined ? [] : await store.list())
        await store.update(key, broken, revision);
      const model = createModel();
      const { toolkit, failures } = searching({ embed: model.embed, store });
      expect((await namesFor(toolkit, 'money'))[0]).toBe('refund_order');
      expect(model.texts()).toHaveLength(3);
      const again = createModel();
      await namesFor(searching({ embed: again.embed, store }).toolkit, 'money');
      expect(again.texts()).toEqual(['money']);
      expect(failures).toEqual([]);
    }
  });

  it.each<[string, keyof RecordStore, () => Promise<never>]>([
    ['cannot be read', 'get', () => Promise.reject(new Error('no connection'))],
    ['cannot be written', 'create', () => Promise.reject(new Error('no connection'))],
  ])('that %s is left out, with one event', async (_, method, fail) => {
    const store = Object.assign(createStore(), { [method]: fail });
    const { toolkit, failures } = searching({ embed: createModel().embed, store });
    expect((await namesFor(toolkit, 'money'))[0]).toBe('refund_order');
    expect(failures).toEqual([expect.objectContaining({ part: 'store' })]);
    expect(failures[0]?.failure.message).toContain('no connection');
  });
});

describe('the options of a search', () => {
  it('limit the number of tools', async () => {
    const toolkit = withTools(
      Array.from({ length: 30 }, (_, index) => ({ name: `paint_${index}` })),
      { search: { limit: 3 } },
    );
    expect(await namesFor(toolkit, 'paint')).toHaveLength(3);
    expect((await toolkit.execute('search_tools', { query: 'paint' })).toText()).toContain('And 27 more');
  });

  it.each<[object, string]>([
    [{ language: 'xx' }, "search.language must be 'en', 'de', 'fr', 'es', 'zh', 'ja' or 'other'"],
    [{ limit: 0 }, 'search.limit must be a whole number from 1'],
    [{ embed: 'model' }, 'search.embed must be a function'],
    [{ embeds: 1 }, "search: there is no option 'embeds'. Did you mean 'embed'?"],
  ])('are checked: %j', (search, message) => {
    expect(() => new Toolkit({ search: search as SearchOptions })).toThrow(message);
  });
});
