import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { concatMap, finalize, lastValueFrom, map, Observable, toArray } from 'rxjs';
import { type Middleware, Toolkit, ToolResult, ToolSpec } from 'toolwright';
import { until } from '../execution/waiting.js';

/** Runs `work`, and returns the process warnings that it caused. */
async function warningsOf(work: () => Promise<void>): Promise<readonly unknown[]> {
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  try {
    await work();
    return warn.mock.calls.map(([warning]) => warning);
  } finally {
    warn.mockRestore();
  }
}

describe('a middleware whose teardown throws', () => {
  const throwing = (): never => {
    throw new Error('no metrics');
  };
  function metrics(_: unknown, next: Parameters<Middleware>[1]): ReturnType<Middleware> {
    return next().pipe(finalize(throwing));
  }

  it('does not prevent the call from ending, and emits a warning', async () => {
    const toolkit = new Toolkit().use(metrics);
    toolkit.register(ToolSpec.fromFunction(() => 'done', { name: 'work' }));
    const warnings = await warningsOf(async () => {
      expect((await toolkit.execute('work')).data).toBe('done');
    });
    expect(warnings).toEqual([
      expect.stringContaining("'work': the middleware 'metrics' failed when it was unsubscribed: "),
    ]);
  });

  it('does not prevent an aborted or abandoned call from ending', async () => {
    const toolkit = new Toolkit({ history: true }).use(() => new Observable(() => throwing));
    toolkit.register(ToolSpec.fromFunction(() => 'done', { name: 'work' }));
    await warningsOf(async () => {
      const stop = new AbortController();
      const result = toolkit.execute('work', {}, { signal: stop.signal });
      stop.abort();
      expect((await result).isInterrupted).toBe(true);
      toolkit.callTool({ name: 'work', input: {} }).subscribe().unsubscribe();
      await until(() => toolkit.history?.size === 2);
    });
    expect(toolkit.history?.size).toBe(2);
  });
});

describe('a middleware that forwards chunks asynchronously', () => {
  it.each<[string, Middleware]>([
    ['concatMap', (_, next) => next().pipe(concatMap(async (response) => response))],
    [
      'an async map and a plain one',
      (_, next) =>
        next().pipe(
          concatMap(async (one) => one),
          map((one) => one),
        ),
    ],
  ])('applies the backpressure of the consumer to the tool: %s', async (_, middleware) => {
    let pulled = 0;
    const toolkit = new Toolkit().use(
      (_, next) => next(),
      middleware,
      (_, next) => next(),
    );
    toolkit.register(
      ToolSpec.fromFunction(
        function* () {
          while (pulled < 1_000) {
            pulled++;
            yield 'x';
          }
        },
        { name: 'count' },
      ),
    );
    let asked = 0;
    const ready = (): Promise<void> => {
      asked++;
      return new Promise(() => {});
    };
    const subscription = toolkit.callTool({ name: 'count', input: {} }, { ready }).subscribe();
    await until(() => asked > 0);
    await pause(10);
    expect(pulled).toBe(1);
    subscription.unsubscribe();
  });

  it('fails if its consumer is never ready again', async () => {
    const toolkit = new Toolkit().use((_, next) => next().pipe(concatMap(async (response) => response)));
    toolkit.register(
      ToolSpec.fromFunction(
        function* () {
          yield 'a';
          yield 'b';
        },
        { name: 'count' },
      ),
    );
    const ready = (): Promise<void> => Promise.reject(new RangeError('The reader is broken.'));
    const responses = await lastValueFrom(toolkit.callTool({ name: 'count', input: {} }, { ready }).pipe(toArray()));
    expect(responses.at(-1)).toMatchObject({ state: 'error', error: { message: 'The reader is broken.' } });
  });
});

describe('a concurrency slot', () => {
  it.each([1, 'exclusive'] as const)('is free again after a call that cannot be set up: %p', async (concurrency) => {
    const toolkit = new Toolkit().use((call, next) => {
      const { isBad } = call.input as { readonly isBad?: boolean };
      return next(isBad ? { ...call, context: { ...call.context } as typeof call.context } : call);
    });
    toolkit.register(ToolSpec.fromFunction(() => 'ran', { name: 'work', concurrency, params: {} }));
    const failed = await toolkit.execute('work', { isBad: true });
    expect(failed.error?.message).toBe(
      "'work': the unnamed middleware at position 1 passed next() a context that is not a ToolContext. " +
        'Pass call.context.',
    );
    expect((await toolkit.execute('work', {})).data).toBe('ran');
  });

  it('is free again after a middleware that continued without awaiting next()', async () => {
    let closed = 0;
    const first: Middleware = async (_, next) => Promise.race([next(), pause(5).then(() => ToolResult.ok('too slow'))]);
    const toolkit = new Toolkit().use(first);
    toolkit.register(
      ToolSpec.fromFunction(
        async function* () {
          try {
            for (;;) {
              yield 'a';
              await pause(1);
            }
          } finally {
            closed++;
          }
        },
        { name: 'endless', concurrency: 1 },
      ),
    );
    for (const round of [1, 2]) {
      expect((await toolkit.execute('endless')).data).toBe('too slow');
      await until(() => closed === round);
      expect(closed).toBe(round);
    }
  });
});

describe('a background call', () => {
  function withTool(run: () => unknown): Toolkit {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(run, { name: 'work' }));
    return toolkit;
  }

  it('removes its abort listener after it was unsubscribed from', async () => {
    const { signal } = new AbortController();
    const toolkit = withTool(() => pause(5));
    toolkit.callTool({ name: 'work', input: {} }, { background: true, signal }).subscribe().unsubscribe();
    await until(() => getEventListeners(signal, 'abort').length === 0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each([5, null, {}])('rejects %j as a signal with a failed result', async (wrong) => {
    const signal = wrong as unknown as AbortSignal;
    const { error } = await withTool(() => 1).execute('work', {}, { signal, background: true });
    expect(error?.code).toBe('definition');
  });

  it.each<[string, () => Promise<void>]>([
    [
      'throws',
      () => {
        throw new RangeError('The reader is broken.');
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('The reader is broken.'))],
  ])('that stays in the foreground fails if its consumer %s while held back chunks are emitted', async (_, ready) => {
    const toolkit = withTool(async function* () {
      yield 'a';
      yield 'b';
      await pause(20);
    });
    toolkit.enableBackground({ maxTasks: 1 });
    toolkit.register(ToolSpec.fromFunction(() => new Promise(() => {}), { name: 'hangs' }));
    await toolkit.execute('hangs', {}, { background: true });
    const options = { background: true, ready };
    const responses = await lastValueFrom(toolkit.callTool({ name: 'work', input: {} }, options).pipe(toArray()));
    expect(responses.at(-1)).toMatchObject({ state: 'error', error: { message: 'The reader is broken.' } });
    await toolkit.tasks.cancelAll();
  });
});
