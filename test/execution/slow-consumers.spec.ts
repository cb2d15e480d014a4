import { lastValueFrom, type Observable, toArray } from 'rxjs';
import { type CallOptions, Toolkit, type ToolResponse, ToolSpec } from 'toolwright';
import { deferred, never, turns, until } from './waiting.js';

/** A tool that counts to three, and what it has done so far. */
function counting(): { readonly spec: ToolSpec; readonly said: string[] } {
  const said: string[] = [];
  const spec = ToolSpec.create({
    name: 'count',
    executor: {
      kind: 'test',
      execute: function* () {
        try {
          for (const word of ['one', 'two', 'three']) {
            said.push(word);
            yield word;
          }
        } finally {
          said.push('over');
        }
      },
    },
  });
  return { spec, said };
}

type Way = (spec: ToolSpec, options: CallOptions) => Observable<ToolResponse>;

const throughToolkit: Way = (spec, options) => {
  const toolkit = new Toolkit();
  toolkit.use((call, next) => next(call));
  toolkit.register(spec);
  return toolkit.callTool({ name: spec.name, input: {} }, options);
};

const ways: readonly (readonly [string, Way])[] = [
  ['by itself', (spec, options) => spec.stream({}, options)],
  ['in a toolkit', throughToolkit],
];

describe.each(ways)('a stream whose consumer says when it is ready, %s', (_, stream) => {
  it('goes on from chunk to chunk when it is', async () => {
    const { spec, said } = counting();
    const [first, second] = [deferred(), deferred()];
    const waits = [first.promise, second.promise, undefined];
    const responses = lastValueFrom(stream(spec, { ready: () => waits.shift() }).pipe(toArray()));
    await until(() => said.length > 0);
    await turns();
    expect(said).toEqual(['one']);
    first.resolve();
    await until(() => said.length > 1);
    await turns();
    expect(said).toEqual(['one', 'two']);
    second.resolve();
    expect((await responses).map(({ state }) => state)).toEqual(['running', 'running', 'running', 'success']);
  });

  it('can be aborted while it waits: the tool cleans up', async () => {
    const { spec, said } = counting();
    const abort = new AbortController();
    const responses = lastValueFrom(stream(spec, { ready: () => never, signal: abort.signal }).pipe(toArray()));
    await until(() => said.length > 0);
    abort.abort();
    expect((await responses).map(({ state }) => state)).toEqual(['running', 'interrupted']);
    expect(said).toEqual(['one', 'over']);
  });

  it('can be left while it waits: the tool cleans up', async () => {
    const { spec, said } = counting();
    const subscription = stream(spec, { ready: () => never }).subscribe();
    await until(() => said.length > 0);
    subscription.unsubscribe();
    await until(() => said.length > 1);
    expect(said).toEqual(['one', 'over']);
  });

  it('counts the time that it waits for the whole, and not for a chunk', async () => {
    const { spec, said } = counting();
    const limits = { chunkTimeoutMs: 1, timeoutMs: 30 };
    const responses = await lastValueFrom(stream(spec, { ready: () => never, ...limits }).pipe(toArray()));
    expect(responses.at(-1)?.error).toMatchObject({ code: 'timeout', message: expect.stringContaining('30 ms') });
    expect(said).toEqual(['one', 'over']);
  });

  it('fails if it is never to be ready', async () => {
    const { spec, said } = counting();
    const ready = (): Promise<void> => Promise.reject(new RangeError('The reader is broken.'));
    const responses = await lastValueFrom(stream(spec, { ready }).pipe(toArray()));
    expect(responses.map(({ state }) => state)).toEqual(['running', 'error']);
    expect(responses[1]?.error).toMatchObject({ code: 'execution', message: 'The reader is broken.' });
    expect(said).toEqual(['one', 'over']);
  });
});

/** Reads a whole call, and takes its time after each chunk. */
type SlowReader = (spec: ToolSpec, rest: () => Promise<void>) => Promise<readonly ToolResponse[]>;

const slowReaders: readonly (readonly [string, SlowReader])[] = [
  ['stream', (spec, ready) => lastValueFrom(spec.stream({}, { ready }).pipe(toArray()))],
  ['callTool', (spec, ready) => lastValueFrom(throughToolkit(spec, { ready }).pipe(toArray()))],
  [
    'iterate',
    async (spec, rest) => {
      const responses: ToolResponse[] = [];
      for await (const response of spec.iterate()) {
        responses.push(response);
        if (!response.isLast) await rest();
      }
      return responses;
    },
  ],
];

describe('a slow consumer', () => {
  it.each(slowReaders)('by %s gets all in order and one end, from a tool that never runs ahead', async (_, read) => {
    const { spec, said } = counting();
    const saidAtRest: number[] = [];
    const responses = await read(spec, async () => {
      await turns();
      saidAtRest.push(said.length);
    });
    expect(saidAtRest).toEqual([1, 2, 3]);
    expect(said).toEqual(['one', 'two', 'three', 'over']);
    const texts = responses.map(({ content: [block] }) => (block?.type === 'text' ? block.text : undefined));
    expect(texts).toEqual(['one', 'two', 'three', 'onetwothree']);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false, false, false, true]);
  });

  it('by exec sees the whole only: nothing waits for it in between', async () => {
    const { spec, said } = counting();
    const result = await spec.exec({}, { ready: () => never });
    expect([result.success, result.toText()]).toEqual([true, 'onetwothree']);
    expect(said).toEqual(['one', 'two', 'three', 'over']);
  });
});
