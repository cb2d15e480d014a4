import { firstValueFrom, lastValueFrom, map, toArray } from 'rxjs';
import { type Concurrency, Toolkit, type ToolResponse, ToolSpec, text } from 'toolwright';
import { turns, until } from '../execution/waiting.js';

/** Tools that run until they are ended explicitly, and count how many of them run. */
class Workshop {
  readonly toolkit = new Toolkit();
  readonly log: string[] = [];
  readonly #ends = new Map<string, () => void>();

  add(name: string, concurrency?: Concurrency): this {
    const work = (id: string): Promise<string> =>
      new Promise((resolve) => {
        this.log.push(id);
        this.#ends.set(id, () => resolve(`${id} done`));
      });
    this.toolkit.register(ToolSpec.fromFunction(work, { name, concurrency, params: { id: { type: String } } }));
    return this;
  }

  call(name: string, id: string, signal?: AbortSignal): Promise<readonly ToolResponse[]> {
    const responses = this.toolkit.callTool({ id, name, input: { id } }, { signal });
    return lastValueFrom(responses.pipe(toArray()));
  }

  async end(id: string): Promise<void> {
    await until(() => this.#ends.has(id));
    this.#ends.get(id)?.();
    await turns(5);
  }
}

describe('concurrency of a tool', () => {
  it('runs a limited number of calls, and the next one when one ends', async () => {
    const shop = new Workshop().add('limited', 2).add('plain');
    const calls = ['a', 'b', 'c'].map((id) => shop.call('limited', id));
    const other = shop.call('plain', 'x');
    await turns(5);
    expect(shop.log).toEqual(['a', 'b', 'x']);
    await shop.end('b');
    expect(shop.log).toEqual(['a', 'b', 'x', 'c']);
    for (const id of ['a', 'c', 'x']) await shop.end(id);
    const ended = await Promise.all([...calls, other]);
    expect(ended.map((responses) => responses.map(({ callId, state }) => [callId, state]))).toEqual(
      ['a', 'b', 'c', 'x'].map((id) => [[id, 'success']]),
    );
  });

  it.each(['callTool', 'execute'])(
    'counts calls of %s once, so that one which must be alone has its turn',
    async (way) => {
      const shop = new Workshop().add('alone', 'exclusive');
      shop.toolkit.register(ToolSpec.fromFunction(() => 'at once', { name: 'plain' }));
      shop.toolkit.register(ToolSpec.fromFunction(() => Promise.reject(new RangeError('broken')), { name: 'fails' }));
      for (const [name, input] of [
        ['plain', {}],
        ['plain', { unknown: 1 }],
        ['fails', {}],
      ] as const) {
        if (way === 'execute') await shop.toolkit.execute(name, input);
        else await lastValueFrom(shop.toolkit.callTool({ name, input }));
        if (way === 'callTool') shop.toolkit.callTool({ name, input }).subscribe().unsubscribe();
      }
      const alone = shop.call('alone', 'a');
      await shop.end('a');
      expect((await alone).map(({ content }) => content)).toEqual([[text('a done')]]);
    },
  );

  it('counts calls of all sessions together', async () => {
    const shop = new Workshop().add('limited', 1);
    const first = lastValueFrom(shop.toolkit.session().callTool({ name: 'limited', input: { id: 'a' } }));
    const second = lastValueFrom(shop.toolkit.session().callTool({ name: 'limited', input: { id: 'b' } }));
    await turns(5);
    expect(shop.log).toEqual(['a']);
    await shop.end('a');
    await shop.end('b');
    expect((await Promise.all([first, second])).map(({ state }) => state)).toEqual(['success', 'success']);
  });

  it.each([1, 'exclusive'] as const)(
    'does not make middleware wait for the call around which it runs, before and after its tool: %s',
    async (concurrency) => {
      const order: number[] = [];
      const work = (step: number): number => order.push(step);
      const toolkit = new Toolkit({ flow: {} });
      const params = { step: { type: Number } } as const;
      const annotations = { readOnlyHint: true };
      toolkit.register(ToolSpec.fromFunction(work, { name: 'work', concurrency, params, annotations }));
      toolkit.use(async (call, next) => {
        if ((call.input as { readonly step: number }).step !== 2) return next();
        await toolkit.execute('work', { step: 1 });
        const result = await next();
        await toolkit.execute('work', { step: 3 });
        return result;
      });
      await toolkit.execute('work', { step: 2 });
      expect(order).toEqual([1, 2, 3]);
    },
  );

  describe("'exclusive'", () => {
    it('runs without other calls, and holds back later ones', async () => {
      const shop = new Workshop().add('alone', 'exclusive').add('limited', 3).add('plain');
      void shop.call('plain', 'a');
      void shop.call('alone', 'b');
      void shop.call('limited', 'c');
      void shop.call('plain', 'd');
      await turns(5);
      expect(shop.log).toEqual(['a']);
      await shop.end('a');
      expect(shop.log).toEqual(['a', 'b']);
      await shop.end('b');
      expect(shop.log).toEqual(['a', 'b', 'c', 'd']);
      await shop.end('c');
      await shop.end('d');
    });

    it('waits for calls by execute too', async () => {
      const shop = new Workshop().add('alone', 'exclusive').add('plain');
      const plain = shop.toolkit.execute('plain', { id: 'a' });
      await turns(2);
      const alone = shop.toolkit.execute('alone', { id: 'b' });
      await turns(5);
      expect(shop.log).toEqual(['a']);
      await shop.end('a');
      await shop.end('b');
      expect([(await plain).data, (await alone).data]).toEqual(['a done', 'b done']);
    });
  });

  describe('a call that never runs', () => {
    it('releases its place when it is aborted, with one interrupted response', async () => {
      const shop = new Workshop().add('alone', 'exclusive').add('plain');
      void shop.call('plain', 'a');
      const stop = new AbortController();
      const waiting = shop.call('alone', 'b', stop.signal);
      const behind = shop.call('plain', 'c');
      await turns(5);
      stop.abort();
      expect(await waiting).toMatchObject([{ callId: 'b', state: 'interrupted', isLast: true, isInterrupted: true }]);
      await turns(5);
      expect(shop.log).toEqual(['a', 'c']);
      await shop.end('a');
      await shop.end('c');
      expect(await behind).toMatchObject([{ state: 'success' }]);
    });

    it('does not wait if its signal is already aborted', async () => {
      const shop = new Workshop().add('limited', 1);
      void shop.call('limited', 'a');
      await turns(5);
      const responses = await shop.call('limited', 'b', AbortSignal.abort());
      expect(responses).toMatchObject([{ callId: 'b', state: 'interrupted', isLast: true }]);
      expect(shop.log).toEqual(['a']);
      await shop.end('a');
    });

    it('holds no slot if its consumer unsubscribes in the tick in which it is admitted', async () => {
      const shop = new Workshop().add('alone', 'exclusive');
      const { toolkit } = shop;
      toolkit
        .callTool({ name: 'alone', input: { id: 'left' } })
        .subscribe()
        .unsubscribe();
      const calls = ['a', 'b'].map((id) => ({ id, name: 'alone', input: { id } }));
      const first = firstValueFrom(toolkit.callTools(calls));
      await shop.end('a');
      expect((await first).callId).toBe('a');
      const next = shop.call('alone', 'c');
      await shop.end('c');
      expect(await next).toMatchObject([{ callId: 'c', state: 'success' }]);
    });
  });

  it.each<[string, () => unknown, Parameters<Toolkit['register']>[1]]>([
    ['it fails', fail, {}],
    ['postprocess fails', () => 'fine', { postprocess: fail }],
    ['middleware fails behind it', () => 'fine', { use: [(_, next) => next().pipe(map(fail))] }],
  ])('releases the slot when %s', async (_, run, options) => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(run, { name: 'alone', concurrency: 'exclusive' }), options);
    for (let time = 0; time < 3; time++) {
      expect((await toolkit.execute('alone', {})).error?.message).toBe('broken');
      expect((await toolkit.execute('alone', { unknown: 1 })).success).toBe(false);
    }
  });
});

function fail(): never {
  throw new RangeError('broken');
}

describe('callTools', () => {
  it('runs a limited number of calls, and merges their responses', async () => {
    const shop = new Workshop().add('plain');
    const calls = ['a', 'b', 'c'].map((id) => ({ id, name: 'plain', input: { id } }));
    const responses = lastValueFrom(shop.toolkit.callTools(calls, { concurrency: 2 }).pipe(toArray()));
    await turns(5);
    expect(shop.log).toEqual(['a', 'b']);
    for (const id of ['b', 'a', 'c']) await shop.end(id);
    expect((await responses).map(({ callId }) => callId)).toEqual(['b', 'a', 'c']);
  });

  it('refuses the options of a single call', () => {
    const options: object = { throwOnError: true };
    expect(() => new Toolkit().callTools([], options)).toThrow("callTools: there is no option 'throwOnError'.");
    expect(() => new Toolkit().callTools([], { callId: 'all' } as object)).toThrow("there is no option 'callId'.");
  });

  it('does not affect other calls when one fails', async () => {
    const toolkit = new Toolkit();
    toolkit.register([
      ToolSpec.fromFunction(fail, { name: 'fail' }),
      ToolSpec.fromFunction(() => 'ok', { name: 'fine' }),
    ]);
    const calls = [
      { id: '1', name: 'fail', input: {} },
      { id: '2', name: 'missing', input: {} },
      { id: '3', name: 'fine', input: {} },
    ];
    const responses = await lastValueFrom(toolkit.callTools(calls).pipe(toArray()));
    expect(Object.fromEntries(responses.map(({ callId, state }) => [callId, state]))).toEqual({
      1: 'error',
      2: 'error',
      3: 'success',
    });
  });

  it('ends each call with one final response when all are aborted, started or not', async () => {
    const shop = new Workshop().add('plain').add('alone', 'exclusive');
    const stop = new AbortController();
    const calls = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id === 'b' ? 'alone' : 'plain', input: { id } }));
    const responses = lastValueFrom(
      shop.toolkit.callTools(calls, { concurrency: 3, signal: stop.signal }).pipe(toArray()),
    );
    await turns(5);
    stop.abort();
    const ended = await responses;
    expect(ended.map(({ callId }) => callId).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['interrupted']));
    expect(shop.log).toEqual(['a']);
  });

  it.each([0, -1, Number.NaN])('rejects a concurrency of %p', (concurrency) => {
    expect(() => new Toolkit().callTools([], { concurrency })).toThrow(
      'callTools: concurrency must be a number above 0',
    );
  });

  it('completes immediately without calls', async () => {
    expect(await lastValueFrom(new Toolkit().callTools([]).pipe(toArray()))).toEqual([]);
  });
});
