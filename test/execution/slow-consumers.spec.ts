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
