import { jest } from '@jest/globals';
import { RateLimitError, ServerError, ToolResult, ToolSpec, ValidationError } from 'toolwright';
import { retryDelay } from '../../src/call/retry.js';
import type { RetryOptions } from '../../src/tool/metadata/tool-options.js';
import { consumers } from './consumers.js';
import { toolOf } from './tools.js';
import { never } from './waiting.js';

const busy = new ServerError('busy');

describe('retryDelay', () => {
  const delays = (retry: RetryOptions, attempts: readonly number[]) =>
    attempts.map((attempt) => retryDelay(busy, attempt, retry));

  it('is undefined without retries, for an error that is not retryable, and after the last retry', () => {
    expect(retryDelay(busy, 1, undefined)).toBeUndefined();
    expect(retryDelay(new ValidationError('bad'), 1, { maxRetries: 3 })).toBeUndefined();
    expect(delays({ maxRetries: 2 }, [1, 2, 3])).toEqual([200, 400, undefined]);
    expect(delays({ maxRetries: 0 }, [1])).toEqual([undefined]);
  });

  it('is undefined if maxRetries is not a number', () => {
    expect(delays({ maxRetries: Number.NaN }, [1])).toEqual([undefined]);
    expect(delays({} as RetryOptions, [1])).toEqual([undefined]);
  });

  it('doubles by default, up to the maximum', () => {
    expect(delays({ maxRetries: 99 }, [1, 2, 3, 8, 9, 99])).toEqual([200, 400, 800, 25_600, 30_000, 30_000]);
    expect(delays({ maxRetries: 9, delayMs: 10, maxDelayMs: 35 }, [1, 2, 3])).toEqual([10, 20, 35]);
    expect(delays({ maxRetries: 5_000, delayMs: 1 }, [2_000])).toEqual([30_000]);
  });

  it('stays the same if fixed, up to the maximum', () => {
    expect(delays({ maxRetries: 9, delayMs: 50, backoff: 'fixed' }, [1, 2, 9])).toEqual([50, 50, 50]);
    expect(delays({ maxRetries: 9, delayMs: 50, backoff: 'fixed', maxDelayMs: 20 }, [1])).toEqual([20]);
  });

  it('is shortened randomly with jitter, to at least half', () => {
    const jittered = Array.from({ length: 200 }, () =>
      retryDelay(busy, 1, { maxRetries: 1, delayMs: 100, jitter: true }),
    );
    for (const delay of jittered) {
      expect(delay).toBeGreaterThanOrEqual(50);
      expect(delay).toBeLessThanOrEqual(100);
    }
    expect(new Set(jittered).size).toBeGreaterThan(1);
  });

  it('is the delay that the service requests; undefined if that is too long', () => {
    const limited = (retryAfterMs: number) => new RateLimitError('slow down', { retryAfterMs });
    const retry = { maxRetries: 3, delayMs: 5, maxDelayMs: 1_000, jitter: true };
    expect(retryDelay(limited(700), 1, retry)).toBe(700);
    expect(retryDelay(limited(0), 1, retry)).toBe(0);
    expect(retryDelay(limited(1_001), 1, retry)).toBeUndefined();
    expect(retryDelay(new RateLimitError('slow down'), 1, { ...retry, jitter: false })).toBe(5);
  });
});

describe.each(consumers)('retries by $name', ({ consume }) => {
  const retry = { maxRetries: 3, delayMs: 0 };

  it('make the call again until it succeeds', async () => {
    let runs = 0;
    const spec = toolOf(async () => {
      if (++runs < 3) throw busy;
      return 'done';
    });
    const { ending, responses } = await consume(spec, { retry });
    expect(ending).toMatchObject({ success: true, text: 'done' });
    expect(runs).toBe(3);
    expect(responses.length).toBeLessThanOrEqual(1);
  });

  it('end with the last error when they are used up', async () => {
    let runs = 0;
    const spec = toolOf(() => {
      throw new ServerError(`busy ${++runs}`);
    });
    expect((await consume(spec, { retry })).ending).toMatchObject({ code: 'server', message: 'busy 4' });
  });

  it('are not made for an error that is not retryable', async () => {
    let runs = 0;
    const spec = toolOf(() => {
      runs++;
      throw new RangeError('broken');
    });
    expect((await consume(spec, { retry })).ending).toMatchObject({ code: 'execution' });
    expect(runs).toBe(1);
  });

  it.each<readonly [string, () => unknown]>([
    [
      'whose first pull fails',
      // biome-ignore lint/correctness/useYield: it fails before it yields.
      async function* () {
        throw busy;
      },
    ],
    ['that is a failing result', () => ToolResult.fail(busy)],
    [
      'that returns a failing result before any chunk',
      // biome-ignore lint/correctness/useYield: it is a generator that only returns.
      function* () {
        return ToolResult.fail(busy);
      },
    ],
    [
      'whose first chunk is a failing result',
      function* () {
        yield ToolResult.fail(busy);
      },
    ],
  ])('are made for a stream or value %s', async (_, body) => {
    let runs = 0;
    const spec = toolOf(() => (++runs < 3 ? body() : 'done'));
    expect((await consume(spec, { retry })).ending).toMatchObject({ success: true, text: 'done' });
    expect(runs).toBe(3);
  });

  it('are never made after a chunk', async () => {
    let runs = 0;
    const spec = toolOf(function* () {
      runs++;
      yield 'a';
      throw busy;
    });
    expect((await consume(spec, { retry })).ending).toMatchObject({ code: 'server', text: 'a\nbusy' });
    expect(runs).toBe(1);
  });

  it('are cancelled when the caller aborts between two attempts', async () => {
    const controller = new AbortController();
    let runs = 0;
    const spec = toolOf(() => {
      runs++;
      setTimeout(() => controller.abort(), 1);
      throw busy;
    });
    const { ending } = await consume(spec, { signal: controller.signal, retry: { maxRetries: 1, delayMs: 60_000 } });
    expect(ending).toMatchObject({ code: 'interrupted', isInterrupted: true });
    expect(runs).toBe(1);
  });

  it('are cancelled when the tool aborts its caller and fails', async () => {
    const controller = new AbortController();
    let runs = 0;
    const spec = toolOf(() => {
      runs++;
      controller.abort();
      throw busy;
    });
    const { ending } = await consume(spec, { signal: controller.signal, retry });
    expect(ending).toMatchObject({ code: 'interrupted' });
    expect(runs).toBe(1);
  });

  it('have a separate time limit and signal for each attempt', async () => {
    const signals: AbortSignal[] = [];
    const spec = toolOf((ctx) => {
      signals.push(ctx.signal);
      return signals.length < 3 ? never : 'done';
    });
    const { ending } = await consume(spec, { timeoutMs: 20, retry });
    expect(ending).toMatchObject({ success: true, text: 'done' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    expect(new Set(signals).size).toBe(3);
  });
});

describe('retries', () => {
  it('are counted as attempts, the first one included', async () => {
    let runs = 0;
    const spec = toolOf(() => {
      if (++runs < 3) throw busy;
    });
    expect((await spec.exec({}, { retry: { maxRetries: 5, delayMs: 0 } })).attempts).toBe(3);
    expect((await toolOf(() => Promise.reject(busy)).exec({}, { retry: { maxRetries: 2, delayMs: 0 } })).attempts).toBe(
      3,
    );
    const { signal } = new AbortController();
    expect((await toolOf(() => 'done').exec({}, { signal })).attempts).toBe(1);
    expect((await toolOf(() => 'done').exec({}, { signal: AbortSignal.abort() })).attempts).toBe(0);
  });

  it("are the tool's, unless the caller overrides them", async () => {
    let runs = 0;
    const spec = toolOf(
      () => {
        runs++;
        throw busy;
      },
      { retry: { maxRetries: 2, delayMs: 0 } },
    );
    expect((await spec.exec()).attempts).toBe(3);
    expect((await spec.exec({}, { retry: { maxRetries: 1, delayMs: 0 } })).attempts).toBe(2);
    expect((await spec.exec({}, { retry: { maxRetries: 0 } })).attempts).toBe(1);
    expect(runs).toBe(6);
  });

  it('report no progress of an attempt that has failed', async () => {
    const progress: number[] = [];
    const attempts: (() => void)[] = [];
    const spec = toolOf((ctx) => {
      attempts.push(() => ctx.progress(attempts.length));
      for (const attempt of attempts) attempt();
      if (attempts.length < 3) throw busy;
    });
    await spec.exec({}, { retry: { maxRetries: 5, delayMs: 0 }, onProgress: ({ value }) => progress.push(value) });
    expect(progress).toEqual([1, 2, 3]);
  });

  it('read bindings again', async () => {
    const spec = ToolSpec.create({
      name: 'probe',
      inputSchema: { type: 'object', properties: { token: { type: 'string' } } },
      bind: { token: 'token' },
      state: { token: 'old' },
      executor: {
        kind: 'test',
        execute: ({ token }, { state }) => {
          state.set('token', 'new');
          if (token === 'old') throw busy;
          return token;
        },
      },
    });
    expect(await spec.call({}, { retry: { maxRetries: 1, delayMs: 0 } })).toBe('new');
  });

  it('wait for the stated delay', async () => {
    jest.useFakeTimers();
    try {
      const runs: number[] = [];
      const start = Date.now();
      const spec = toolOf(() => {
        runs.push(Date.now() - start);
        throw runs.length === 2 ? new RateLimitError('slow down', { retryAfterMs: 5_000 }) : busy;
      });
      const ending = spec.exec({}, { retry: { maxRetries: 3, delayMs: 100, backoff: 'exponential' } });
      await jest.advanceTimersByTimeAsync(99);
      expect(runs).toEqual([0]);
      await jest.advanceTimersByTimeAsync(10_000);
      expect(runs).toEqual([0, 100, 5_100, 5_500]);
      expect((await ending).attempts).toBe(4);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('clear their timer when the call is cancelled', async () => {
    jest.useFakeTimers();
    try {
      const spec = toolOf(() => Promise.reject(busy));
      const subscription = spec.stream({}, { retry: { maxRetries: 1, delayMs: 1_000 } }).subscribe();
      await jest.advanceTimersByTimeAsync(10);
      expect(jest.getTimerCount()).toBe(1);
      subscription.unsubscribe();
      await jest.advanceTimersByTimeAsync(0);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
