import { lastValueFrom, type Observable, toArray } from 'rxjs';
import { type CallOptions, Toolkit, type ToolResponse, ToolSpec } from 'toolwright';
import { deferred, never, turns, until } from './waiting.js';

/** Creates a tool that counts to three and records its steps. */
function counting(): { readonly spec: ToolSpec; readonly steps: string[] } {
  const steps: string[] = [];
  const spec = ToolSpec.create({
    name: 'count',
    executor: {
      kind: 'test',
      execute: function* () {
        try {
          for (const word of ['one', 'two', 'three']) {
            steps.push(word);
            yield word;
          }
        } finally {
          steps.push('over');
        }
      },
    },
  });
  return { spec, steps };
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

describe.each(ways)('a stream with backpressure, %s', (_, stream) => {
  it('resumes after each chunk when the consumer is ready', async () => {
    const { spec, steps } = counting();
    const [first, second] = [deferred(), deferred()];
    const waits = [first.promise, second.promise, undefined];
    const responses = lastValueFrom(stream(spec, { ready: () => waits.shift() }).pipe(toArray()));
    await until(() => steps.length > 0);
    await turns();
    expect(steps).toEqual(['one']);
    first.resolve();
    await until(() => steps.length > 1);
    await turns();
    expect(steps).toEqual(['one', 'two']);
    second.resolve();
    expect((await responses).map(({ state }) => state)).toEqual(['running', 'running', 'running', 'success']);
  });

  it('can be aborted while it waits: the tool cleans up', async () => {
    const { spec, steps } = counting();
    const abort = new AbortController();
    const responses = lastValueFrom(stream(spec, { ready: () => never, signal: abort.signal }).pipe(toArray()));
    await until(() => steps.length > 0);
    abort.abort();
    expect((await responses).map(({ state }) => state)).toEqual(['running', 'interrupted']);
    expect(steps).toEqual(['one', 'over']);
  });

  it('can be cancelled while it waits: the tool cleans up', async () => {
    const { spec, steps } = counting();
    const subscription = stream(spec, { ready: () => never }).subscribe();
    await until(() => steps.length > 0);
    subscription.unsubscribe();
    await until(() => steps.length > 1);
    expect(steps).toEqual(['one', 'over']);
  });

  it('counts the wait towards the timeout of the attempt, but not of a chunk', async () => {
    const { spec, steps } = counting();
    const limits = { chunkTimeoutMs: 1, timeoutMs: 30 };
    const responses = await lastValueFrom(stream(spec, { ready: () => never, ...limits }).pipe(toArray()));
    expect(responses.at(-1)?.error).toMatchObject({ code: 'timeout', message: expect.stringContaining('30 ms') });
    expect(steps).toEqual(['one', 'over']);
  });

  it('fails if the consumer is never ready', async () => {
    const { spec, steps } = counting();
    const ready = (): Promise<void> => Promise.reject(new RangeError('The reader is broken.'));
    const responses = await lastValueFrom(stream(spec, { ready }).pipe(toArray()));
    expect(responses.map(({ state }) => state)).toEqual(['running', 'error']);
    expect(responses[1]?.error).toMatchObject({ code: 'execution', message: 'The reader is broken.' });
    expect(steps).toEqual(['one', 'over']);
  });
});

/** Consumes a call, and waits after each chunk. */
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
  it.each(slowReaders)(
    'by %s receives all responses in order and one end, from a tool that never runs ahead',
    async (_, read) => {
      const { spec, steps } = counting();
      const stepsAtRest: number[] = [];
      const responses = await read(spec, async () => {
        await turns();
        stepsAtRest.push(steps.length);
      });
      expect(stepsAtRest).toEqual([1, 2, 3]);
      expect(steps).toEqual(['one', 'two', 'three', 'over']);
      const texts = responses.map(({ content: [block] }) => (block?.type === 'text' ? block.text : undefined));
      expect(texts).toEqual(['one', 'two', 'three', 'onetwothree']);
      expect(responses.map(({ isLast }) => isLast)).toEqual([false, false, false, true]);
    },
  );

  it('by exec receives only the result, and the tool never waits for it', async () => {
    const { spec, steps } = counting();
    const result = await spec.exec({}, { ready: () => never });
    expect([result.success, result.toText()]).toEqual([true, 'onetwothree']);
    expect(steps).toEqual(['one', 'two', 'three', 'over']);
  });
});
