import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { type Middleware, ServerError, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { consumers } from './consumers.js';
import { toolOf } from './tools.js';
import { never } from './waiting.js';

const endless = { maxRetries: 10_000, delayMs: 0 } as const;

function waitFor<Value>(ms: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}

/** Runs a call while the clock advances by more than an approver, a user and a deadline take. */
async function afterWaiting<Result>(call: () => Promise<Result>): Promise<Result> {
  jest.useFakeTimers();
  try {
    const result = call();
    await jest.advanceTimersByTimeAsync(500_000);
    return await result;
  } finally {
    jest.useRealTimers();
  }
}

/** Ten times the deadlines of these tests, and less than the limits without them. */
const boundMs = 5_000;

describe.each(consumers)('deadlineMs by $name', ({ consume }) => {
  it('bounds all attempts and the waits between them', async () => {
    let runs = 0;
    const spec = toolOf(() => {
      runs++;
      if (runs < 3) throw new ServerError('busy');
      return never;
    });
    const startedAt = performance.now();
    const { ending } = await consume(spec, { timeoutMs: 30_000, retry: endless, deadlineMs: 500 });
    expect(performance.now() - startedAt).toBeLessThan(boundMs);
    const message: unknown = expect.stringContaining("'probe' did not end within its deadline of 500 ms");
    expect(ending).toMatchObject({ code: 'timeout', message });
    expect(runs).toBe(3);
  });

  it("is the tool's, unless the caller overrides it", async () => {
    const spec = toolOf(() => never, { deadlineMs: 10 });
    expect((await consume(spec)).ending).toMatchObject({ code: 'timeout' });
    const patient = toolOf(() => pause(60, 'done'), { deadlineMs: 5 });
    expect((await consume(patient, { deadlineMs: 60_000 })).ending).toMatchObject({ success: true, text: 'done' });
    expect((await consume(patient, { deadlineMs: Infinity })).ending).toMatchObject({ success: true });
    const hasty = toolOf(() => never, { deadlineMs: 60_000 });
    expect((await consume(hasty, { deadlineMs: 10 })).ending).toMatchObject({ code: 'timeout' });
  });

  it('starts no attempt that could not end in time', async () => {
    let runs = 0;
    const spec = toolOf(() => {
      runs++;
      throw new ServerError('busy');
    });
    const startedAt = performance.now();
    const retry = { maxRetries: 3, delayMs: 60_000, maxDelayMs: 60_000 };
    const { ending } = await consume(spec, { retry, deadlineMs: 30_000 });
    expect(performance.now() - startedAt).toBeLessThan(boundMs);
    expect(ending).toMatchObject({
      code: 'timeout',
      message: "'probe' did not end within its deadline of 30000 ms: the next attempt would start too late. busy",
    });
    expect(runs).toBe(1);
  });

  it('retains what was streamed, and aborts the signal of the tool', async () => {
    const reasons: unknown[] = [];
    const spec = toolOf(async function* (ctx) {
      ctx.signal.addEventListener('abort', () => reasons.push(ctx.signal.reason));
      yield 'a';
      await never;
    });
    const { ending } = await consume(spec, { deadlineMs: 500 });
    expect(ending).toMatchObject({ code: 'timeout' });
    expect(ending.text.startsWith('a')).toBe(true);
    expect(reasons).toMatchObject([{ code: 'timeout' }]);
  });

  it('does not replace the error of an attempt that fails in time', async () => {
    const spec = toolOf(() => {
      throw new RangeError('broken');
    });
    expect((await consume(spec, { deadlineMs: 60_000, retry: endless })).ending).toMatchObject({ code: 'execution' });
  });
});

describe('deadlineMs', () => {
  it('is checked by name, at the definition and in a call', async () => {
    for (const deadlineMs of [0, -1, Number.NaN, '5' as unknown as number]) {
      expect(() => toolOf(() => 1, { deadlineMs })).toThrow(/^probe: deadlineMs must be a number above 0, not /);
      expect((await toolOf(() => 1).exec({}, { deadlineMs })).error).toMatchObject({
        code: 'definition',
        message: expect.stringMatching(/^probe: deadlineMs must be a number above 0, not /),
      });
      const toolkit = toolkitOf(toolOf(() => 1));
      expect((await toolkit.execute('probe', {}, { deadlineMs })).error).toMatchObject({ code: 'definition' });
    }
  });

  it('leaves no timer behind', async () => {
    jest.useFakeTimers();
    try {
      const options = { deadlineMs: 60_000, retry: { maxRetries: 1, delayMs: 1_000 } };
      const done = toolOf(() => 'done');
      await done.exec({}, options);
      await toolkitOf(done).execute('probe', {}, options);
      expect(jest.getTimerCount()).toBe(0);
      const waiting = toolOf(() => never);
      for (const responses of [
        waiting.stream({}, options),
        toolkitOf(waiting).callTool({ name: 'probe', input: {} }, options),
      ]) {
        const subscription = responses.subscribe();
        await jest.advanceTimersByTimeAsync(1);
        expect(jest.getTimerCount()).toBe(1);
        subscription.unsubscribe();
        await jest.advanceTimersByTimeAsync(0);
        expect(jest.getTimerCount()).toBe(0);
      }
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not count the time in which the tool asks the user', async () => {
    const spec = toolOf(async (ctx) => (await ctx.ask({ type: 'object', properties: {} })).kind);
    for (const limits of [{ deadlineMs: 100_000 }, { deadlineMs: 100_000, timeoutMs: 90_000 }]) {
      const options = { client: { ask: () => waitFor(300_000, { kind: 'decline' } as const) }, ...limits };
      expect((await afterWaiting(() => spec.exec({}, options))).data).toBe('decline');
      expect((await afterWaiting(() => toolkitOf(spec).execute('probe', {}, options))).data).toBe('decline');
    }
  });
});

describe('deadlineMs of a call in a toolkit', () => {
  it("does not count the approver's time", async () => {
    const approver = () => waitFor(300_000, 'approve' as const);
    const toolkit = toolkitOf(
      toolOf(() => 'done', { needsApproval: true, deadlineMs: 100_000 }),
      toolOf(() => never, { name: 'stuck', needsApproval: true, deadlineMs: 100_000 }),
    );
    expect((await afterWaiting(() => toolkit.execute('probe', {}, { approver }))).data).toBe('done');
    const stuck = await afterWaiting(() => toolkit.execute('stuck', {}, { approver }));
    expect(stuck.error).toMatchObject({ code: 'timeout' });
    expect(stuck.durationMs).toBe(100_000);
  });

  it('counts the wait for a concurrency slot', async () => {
    let runs = 0;
    const toolkit = toolkitOf(
      toolOf(
        () => {
          runs++;
          return never;
        },
        { concurrency: 1 },
      ),
    );
    const first = toolkit.callTool({ name: 'probe', input: {} }).subscribe();
    const { error } = await toolkit.execute('probe', {}, { deadlineMs: 50 });
    expect(error).toMatchObject({ code: 'timeout', message: "'probe' did not end within its deadline of 50 ms." });
    expect(runs).toBe(1);
    first.unsubscribe();
  });

  it('bounds middleware that calls the tool again and again', async () => {
    let runs = 0;
    const again: Middleware = async (_, next) => {
      for (let call = 1; call < 300; call++) {
        await next();
        await pause(2);
      }
      return next();
    };
    const toolkit = toolkitOf(
      toolOf(() => {
        runs++;
        throw new ServerError('busy');
      }),
    ).use(again);
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    const { error } = await toolkit.execute('probe', {}, { deadlineMs: 100 });
    expect(error).toMatchObject({ code: 'timeout', message: "'probe' did not end within its deadline of 100 ms." });
    expect(events).toEqual(['started', 'failed']);
    const before = runs;
    await pause(50);
    expect(runs).toBe(before);
  });

  it('ends a task in the background', async () => {
    const toolkit = toolkitOf(toolOf((ctx: ToolContext) => pause(60_000, 'late', { signal: ctx.signal })));
    await lastValueFrom(toolkit.callTool({ name: 'probe', input: {} }, { background: true, deadlineMs: 50 }));
    const [task] = toolkit.tasks.list();
    const result = await toolkit.execute('wait_task', { taskId: task?.id, timeoutMs: 5_000 });
    expect(result.toText()).toContain('within its deadline of 50 ms');
  });

  it('of a tool applies to a call that middleware redirects to it', async () => {
    const redirect: Middleware = (call, next) => next({ ...call, name: 'stuck' });
    const toolkit = toolkitOf(
      toolOf(() => 'done'),
      toolOf(() => never, { name: 'stuck', deadlineMs: 50 }),
    ).use(redirect);
    expect((await toolkit.execute('probe')).error).toMatchObject({ code: 'timeout' });
  });
});

describe("jitter: 'full'", () => {
  it('draws each delay between nothing and the delay without jitter', async () => {
    const delays: number[] = [];
    const spec = toolOf(() => {
      throw new ServerError('busy');
    });
    const retry = { maxRetries: 200, delayMs: 1, backoff: 'fixed', jitter: 'full' } as const;
    await spec.exec({}, { retry, onRetry: ({ delayMs }) => delays.push(delayMs) });
    expect(delays).toHaveLength(200);
    expect(Math.min(...delays)).toBeLessThan(0.25);
    expect(Math.max(...delays)).toBeGreaterThan(0.75);
    expect(delays.every((delay) => delay >= 0 && delay <= 1)).toBe(true);
  });

  it('is checked at the definition', () => {
    const retry = { maxRetries: 1, jitter: 'half' as 'full' };
    expect(() => toolOf(() => 1, { retry })).toThrow(
      'probe: retry.jitter must be true, false or \'full\', not "half".',
    );
  });
});

function toolkitOf(...specs: readonly ToolSpec[]): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(specs);
  return toolkit;
}
