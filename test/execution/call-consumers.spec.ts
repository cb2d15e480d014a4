import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { firstValueFrom, lastValueFrom, Observable, Subject, take, toArray } from 'rxjs';
import { NetworkError, type ToolResponse, ToolSpec } from 'toolwright';
import { z } from 'zod';
import { failureOf } from './consumers.js';
import { toolOf } from './tools.js';
import { deferred, never, turns, until } from './waiting.js';

describe('stream', () => {
  it('is cold: each subscription starts a separate call', async () => {
    let runs = 0;
    const responses$ = toolOf(() => ++runs).stream();
    await turns();
    expect(runs).toBe(0);
    const [first, second] = [await lastValueFrom(responses$), await lastValueFrom(responses$)];
    expect([first.structuredContent, second.structuredContent]).toEqual([1, 2]);
    expect(first.callId).not.toBe(second.callId);
  });

  it.each<readonly [string, () => unknown]>([
    ['a value', () => 'a'],
    [
      'a sync generator',
      function* () {
        yield 'a';
        yield 'b';
      },
    ],
    [
      'an Observable',
      () =>
        new Observable((subscriber) => {
          subscriber.next('a');
          subscriber.complete();
        }),
    ],
  ])('emits nothing of %s before subscribe() has returned', async (_, body) => {
    const responses: ToolResponse[] = [];
    const completed = deferred();
    toolOf(body)
      .stream()
      .subscribe({ next: (response) => responses.push(response), complete: completed.resolve });
    expect(responses).toEqual([]);
    await completed.promise;
    expect(responses.at(-1)?.isLast).toBe(true);
  });

  it('has no running tool after take(1)', async () => {
    let hasCleanedUp = false;
    const spec = toolOf(function* () {
      try {
        for (;;) yield 'a';
      } finally {
        hasCleanedUp = true;
      }
    });
    const responses = await lastValueFrom(spec.stream().pipe(take(1), toArray()));
    expect(responses.map(({ id }) => id.endsWith(':0'))).toEqual([true]);
    expect(hasCleanedUp).toBe(true);
  });

  it('loses no value that an Observable pushes while its subscriber is busy', async () => {
    const source = new Subject<string>();
    const texts: unknown[] = [];
    const completed = deferred();
    toolOf(() => source)
      .stream()
      .subscribe({
        next: (response) => {
          texts.push(response.content[0]);
          if (texts.length === 1) for (const one of ['b', 'c', 'd']) source.next(one);
          if (texts.length === 4) source.complete();
        },
        complete: completed.resolve,
      });
    await turns(1);
    source.next('a');
    await completed.promise;
    expect(texts).toEqual(['a', 'b', 'c', 'd', 'abcd'].map((text) => ({ type: 'text', text })));
  });
});

describe('iterate', () => {
  it('does not run before it is pulled', async () => {
    let runs = 0;
    const iterable = toolOf(() => ++runs).iterate();
    const iterator = iterable[Symbol.asyncIterator]();
    await turns();
    expect(runs).toBe(0);
    expect((await iterator.next()).value).toMatchObject({ structuredContent: 1, isLast: true });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('starts a separate call for each loop', async () => {
    let runs = 0;
    const iterable = toolOf(() => ++runs).iterate();
    for await (const { structuredContent } of iterable) expect(structuredContent).toBe(1);
    for await (const { structuredContent } of iterable) expect(structuredContent).toBe(2);
  });

  it('pulls a generator no further than its consumer pulls', async () => {
    let yielded = 0;
    const spec = toolOf(function* () {
      for (; yielded < 10; ) yield ++yielded;
    });
    let read = 0;
    for await (const { isLast } of spec.iterate()) {
      if (!isLast) read++;
      await pause(1);
      expect(yielded).toBe(read);
    }
    expect(read).toBe(10);
  });

  it('answers overlapping pulls in order', async () => {
    const iterator = toolOf(async function* () {
      yield 'a';
      await pause(2);
      yield 'b';
    })
      .iterate({}, { callId: 'c1' })
      [Symbol.asyncIterator]();
    const pulls = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    expect(pulls.map(({ done, value }) => [done, value?.id])).toEqual([
      [false, 'c1:0'],
      [false, 'c1:1'],
      [false, 'c1'],
      [true, undefined],
    ]);
  });

  it('ends pending pulls when it is cancelled', async () => {
    const iterator = toolOf(() => never)
      .iterate()
      [Symbol.asyncIterator]();
    const pulls = [iterator.next(), iterator.next()];
    await turns(1);
    expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
    expect(await Promise.all(pulls)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  it('has cleaned up after a break', async () => {
    let hasCleanedUp = false;
    const spec = toolOf(async function* () {
      try {
        for (;;) yield 'a';
      } finally {
        await pause(5);
        hasCleanedUp = true;
      }
    });
    for await (const _ of spec.iterate()) break;
    expect(hasCleanedUp).toBe(true);
  });

  it('cleans up as soon as its caller aborts, pulled or not', async () => {
    const controller = new AbortController();
    let hasCleanedUp = false;
    const spec = toolOf(function* () {
      try {
        for (;;) yield 'a';
      } finally {
        hasCleanedUp = true;
      }
    });
    const iterator = spec.iterate({}, { signal: controller.signal })[Symbol.asyncIterator]();
    await iterator.next();
    controller.abort();
    expect(hasCleanedUp).toBe(true);
    expect((await iterator.next()).value).toMatchObject({ state: 'interrupted', isLast: true });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('does not run if it is cancelled before it is pulled', async () => {
    let runs = 0;
    const iterator = toolOf(() => ++runs)
      .iterate()
      [Symbol.asyncIterator]();
    await iterator.return?.();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(runs).toBe(0);
  });

  it('yields nothing after it threw', async () => {
    const iterator = toolOf(() => Promise.reject(new RangeError('broken')))
      .iterate({}, { throwOnError: true })
      [Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toMatchObject({ code: 'execution' });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });
});

describe('call', () => {
  it('returns the value of the tool by identity', async () => {
    const value = { hits: new Map([['a', 1n]]) };
    expect(await toolOf(() => value).call()).toBe(value);
  });

  it('returns the complete output of a stream', async () => {
    const spec = toolOf(function* () {
      yield { a: 1 };
      yield { a: 2 };
    });
    expect(await spec.call()).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it.each<readonly [string, () => unknown]>([
    ['array', () => Object.assign([1], { [Symbol.asyncIterator]: numbers })],
    ['plain object', () => Object.defineProperty({ a: 1 }, Symbol.asyncIterator, { value: numbers })],
  ])('returns the complete output of a stream that is otherwise an %s', async (_, make) => {
    expect(await toolOf(make).call()).toEqual([1, 2]);
    expect((await toolOf(make).exec()).data).toEqual([1, 2]);
  });

  it('throws the ToolError of a failure', async () => {
    const spec = toolOf(() => Promise.reject(new RangeError('broken')));
    const error = await failureOf(spec.call());
    expect({ name: error.name, message: error.message, toolName: error.toolName, cause: error.cause }).toEqual({
      name: 'ToolExecutionError',
      message: 'broken',
      toolName: 'probe',
      cause: new RangeError('broken'),
    });
  });
});

describe('exec', () => {
  it('returns the complete result', async () => {
    const result = await toolOf(async () => {
      await pause(5);
      return { a: 1 };
    }).exec({}, { callId: 'c1' });
    expect(result).toMatchObject({
      success: true,
      data: { a: 1 },
      structuredContent: { a: 1 },
      content: [{ type: 'text', text: '{"a":1}' }],
      toolName: 'probe',
      callId: 'c1',
      attempts: 1,
      isInterrupted: false,
    });
    expect(result.durationMs).toBeGreaterThan(1);
    expect(Object.isFrozen(result)).toBe(true);
  });

  it('has the chunks before a failure, and no data', async () => {
    const result = await toolOf(function* () {
      yield { a: 1 };
      throw new RangeError('broken');
    }).exec();
    expect(result).toMatchObject({ success: false, structuredContent: [{ a: 1 }], error: { message: 'broken' } });
    expect(result.toText()).toBe('[{"a":1}]\nbroken');
    expect('data' in result).toBe(false);
  });
});

describe('a call', () => {
  it('has a unique ID unless one is passed', async () => {
    const spec = toolOf((ctx) => ctx.call.id);
    const { data, callId } = await spec.exec();
    expect(data).toBe(callId);
    expect(callId).toMatch(/^[0-9a-f-]{36}-1$/);
    expect(await spec.call({}, { callId: 'mine' })).toBe('mine');
  });

  it('reports no progress after its end', async () => {
    const over = deferred();
    let late = 0;
    const progress: number[] = [];
    const spec = toolOf((ctx) => {
      ctx.progress(1);
      void over.promise.then(() => {
        ctx.progress(2);
        late++;
      });
    });
    await spec.exec({}, { onProgress: ({ value }) => progress.push(value) });
    over.resolve();
    await until(() => late === 1);
    expect(progress).toEqual([1]);
  });

  it('passes its log entries only to its caller', async () => {
    const entries: unknown[] = [];
    const spec = toolOf((ctx) => ctx.log('warn', 'slow', { ms: 5 }));
    const responses = await lastValueFrom(
      spec.stream({}, { callId: 'c1', onLog: (entry) => entries.push(entry) }).pipe(toArray()),
    );
    expect(entries).toEqual([{ callId: 'c1', toolName: 'probe', level: 'warn', message: 'slow', data: { ms: 5 } }]);
    expect(responses).toHaveLength(1);
  });

  it("reads and writes the state of the call before the tool's own", async () => {
    const spec = ToolSpec.create({
      name: 'probe',
      state: { user: 'own', theme: 'dark' },
      executor: {
        kind: 'test',
        execute: (_, { state }) => {
          state.set('seen', true);
          return [state.get('user'), state.get('theme')];
        },
      },
    });
    expect(await spec.call({}, { state: { user: 'given' } })).toEqual(['given', 'dark']);
    expect(spec.state.has('seen')).toBe(false);
    expect(await spec.call()).toEqual(['own', 'dark']);
    expect(spec.state.get('seen')).toBe(true);
  });

  it('shares one listener with other calls of a signal, because Node warns of eleven', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 20 }, () => toolOf(() => never).exec({}, { signal }));
    const alone = toolOf(() => 'done').exec({}, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    expect((await alone).success).toBe(true);
    controller.abort();
    const results = await Promise.all(calls);
    expect(results.every(({ isInterrupted }) => isInterrupted)).toBe(true);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('removes its listener from the signal when it ends', async () => {
    const { signal } = new AbortController();
    await toolOf(() => 'done').exec({}, { signal });
    await toolOf(() => Promise.reject(new RangeError('broken'))).exec({}, { signal });
    toolOf(() => never)
      .stream({}, { signal })
      .subscribe()
      .unsubscribe();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('of a tool that forwards the stream of another is reported once', async () => {
    const inner = toolOf(async function* () {
      yield 'a';
      yield 'b';
    });
    const outer = toolOf((ctx) => inner.stream({}, { signal: ctx.signal }), { name: 'outer' });
    const responses = await lastValueFrom(outer.stream({}, { callId: 'c1' }).pipe(toArray()));
    expect(responses.map(({ id, toolName, content }) => [id, toolName, content])).toEqual([
      ['c1:0', 'outer', [{ type: 'text', text: 'a' }]],
      ['c1:1', 'outer', [{ type: 'text', text: 'b' }]],
      ['c1', 'outer', [{ type: 'text', text: 'ab' }]],
    ]);
    expect((await firstValueFrom(outer.stream())).callId).not.toBe('c1');
  });
});

async function* numbers(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}

describe('a stream that is cancelled', () => {
  it('while its arguments are validated never runs its tool', async () => {
    const judged = deferred();
    const asked = deferred();
    let runs = 0;
    const inputSchema = z.object({
      n: z.number().refine(async () => {
        asked.resolve();
        await judged.promise;
        return true;
      }),
    });
    const spec = ToolSpec.fromFunction((_: object) => ++runs, { name: 'count', inputSchema });
    const subscription = spec.stream({ n: 1 }).subscribe();
    await asked.promise;
    subscription.unsubscribe();
    judged.resolve();
    await turns();
    expect(runs).toBe(0);
    expect(await spec.call({ n: 1 })).toBe(1);
  });

  it('before its tool fails is not retried', async () => {
    const failing = deferred();
    let runs = 0;
    const spec = toolOf(
      () => {
        runs++;
        return failing.promise;
      },
      { retry: { maxRetries: 3 } },
    );
    const subscription = spec.stream().subscribe();
    await turns();
    subscription.unsubscribe();
    failing.reject(new NetworkError('lost'));
    await turns();
    expect(runs).toBe(1);
  });

  it('before its tool returns a generator never starts it', async () => {
    const returning = deferred<AsyncGenerator<string>>();
    let starts = 0;
    async function* count(): AsyncGenerator<string> {
      starts++;
      yield 'one';
    }
    const subscription = toolOf(() => returning.promise)
      .stream()
      .subscribe();
    await turns();
    subscription.unsubscribe();
    returning.resolve(count());
    await turns();
    expect(starts).toBe(0);
  });
});
