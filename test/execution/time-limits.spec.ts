import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Subject } from 'rxjs';
import type { ToolResponse } from 'toolwright';
import { consumers } from './consumers.js';
import { toolOf } from './tools.js';
import { never } from './waiting.js';

describe.each(consumers)('time limits by $name', ({ consume }) => {
  it("are the tool's, unless the caller overrides them", async () => {
    const spec = toolOf(() => never, { timeoutMs: 10 });
    expect((await consume(spec)).ending).toMatchObject({ code: 'timeout', message: "'probe' took longer than 10 ms." });
    const patient = toolOf(() => pause(30, 'done'), { timeoutMs: 5 });
    expect((await consume(patient, { timeoutMs: 5_000 })).ending).toMatchObject({ success: true, text: 'done' });
    expect((await consume(patient, { timeoutMs: Infinity })).ending).toMatchObject({ success: true });
    const hasty = toolOf(() => never, { timeoutMs: 60_000 });
    expect((await consume(hasty, { timeoutMs: 10 })).ending).toMatchObject({ code: 'timeout' });
  });

  it('of chunks are those of the tool, unless the caller overrides them', async () => {
    const spec = toolOf(
      async function* () {
        yield 'a';
        await pause(30);
        yield 'b';
      },
      { chunkTimeoutMs: 10 },
    );
    expect((await consume(spec)).ending).toMatchObject({
      code: 'timeout',
      message: "'probe' emitted no chunk for 10 ms.",
      text: "a\n'probe' emitted no chunk for 10 ms.",
    });
    expect((await consume(spec, { chunkTimeoutMs: 5_000 })).ending).toMatchObject({ success: true, text: 'ab' });
    expect((await consume(spec, { chunkTimeoutMs: Infinity })).ending).toMatchObject({ success: true, text: 'ab' });
  });

  it('of the attempt apply to a stream whose chunks are all in time', async () => {
    const spec = toolOf(async function* () {
      for (;;) {
        await pause(2);
        yield 'a';
      }
    });
    const { ending } = await consume(spec, { timeoutMs: 30, chunkTimeoutMs: 5_000 });
    expect(ending).toMatchObject({ code: 'timeout', message: "'probe' took longer than 30 ms." });
  });

  it('of chunks do not apply to a tool that returns one value', async () => {
    const spec = toolOf(() => pause(30, 'done'));
    expect((await consume(spec, { chunkTimeoutMs: 5 })).ending).toMatchObject({ success: true, text: 'done' });
  });

  it('abort the signal of the tool', async () => {
    const reasons: unknown[] = [];
    const spec = toolOf((ctx) => {
      ctx.signal.addEventListener('abort', () => reasons.push(ctx.signal.reason));
      return never;
    });
    await consume(spec, { timeoutMs: 5 });
    expect(reasons).toMatchObject([{ code: 'timeout' }]);
  });
});

describe('chunkTimeoutMs', () => {
  it('does not run while the consumer is busy', async () => {
    const spec = toolOf(function* () {
      yield Promise.resolve('a');
      yield Promise.resolve('b');
    });
    const responses: ToolResponse[] = [];
    for await (const response of spec.iterate({}, { chunkTimeoutMs: 100 })) {
      responses.push(response);
      await pause(150);
    }
    expect(responses.map(({ state }) => state)).toEqual(['running', 'running', 'success']);
  });

  it('restarts with each pull', async () => {
    jest.useFakeTimers();
    try {
      const source = new Subject<string>();
      const states: string[] = [];
      toolOf(() => source)
        .stream({}, { chunkTimeoutMs: 100 })
        .subscribe(({ state }) => states.push(state));
      for (let at = 0; at < 5; at++) {
        await jest.advanceTimersByTimeAsync(90);
        source.next('a');
      }
      await jest.advanceTimersByTimeAsync(95);
      expect(states).toEqual(new Array(5).fill('running'));
      await jest.advanceTimersByTimeAsync(10);
      expect(states.at(-1)).toBe('error');
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('timers', () => {
  it.each<readonly [string, () => unknown]>([
    ['succeeded', () => 'done'],
    ['failed', () => Promise.reject(new RangeError('broken'))],
    [
      'streamed',
      async function* () {
        yield 'a';
      },
    ],
  ])('are cleared once a call has %s', async (_, body) => {
    jest.useFakeTimers();
    try {
      const ending = toolOf(body).exec({}, { timeoutMs: 60_000, chunkTimeoutMs: 60_000 });
      await jest.advanceTimersByTimeAsync(0);
      await ending;
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('are cleared once a call is cancelled', async () => {
    jest.useFakeTimers();
    try {
      const subscription = toolOf(() => never)
        .stream({}, { timeoutMs: 60_000 })
        .subscribe();
      expect(jest.getTimerCount()).toBe(1);
      subscription.unsubscribe();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
