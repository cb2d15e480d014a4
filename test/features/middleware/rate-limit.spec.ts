import { lastValueFrom } from 'rxjs';
import { DefinitionError, RateLimitError, Toolkit } from 'toolwright';
import { type RateLimitOptions, rateLimit } from 'toolwright/middleware';

function ping(): string {
  return 'pong';
}

function pong(): string {
  return 'ping';
}

function limitedKit(options: RateLimitOptions): Toolkit {
  const toolkit = new Toolkit().use(rateLimit(options));
  toolkit.register([ping, pong] as never);
  return toolkit;
}

describe('rateLimit', () => {
  it('rejects a call beyond the limit, and reports when to try again', async () => {
    const toolkit = limitedKit({ points: 2, perMs: 60_000 });
    const results = [];
    for (let at = 0; at < 3; at++) results.push(await toolkit.execute('ping', {}));
    expect(results.map(({ success }) => success)).toEqual([true, true, false]);
    const error = results[2]?.error;
    expect(error).toBeInstanceOf(RateLimitError);
    const { retryAfterMs } = error as RateLimitError;
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    expect(error?.message).toBe(`'ping' was called more than 2 times in 60000 ms. Try again in ${retryAfterMs} ms.`);
    expect(error).toMatchObject({ code: 'rate_limit', retryable: true, details: { retryAfterMs } });
  });

  it('admits calls again after the reported time', async () => {
    const toolkit = limitedKit({ points: 1, perMs: 50 });
    await toolkit.execute('ping', {});
    const { error } = await toolkit.execute('ping', {});
    await new Promise((resolve) => setTimeout(resolve, ((error as RateLimitError).retryAfterMs ?? 0) + 5));
    expect((await toolkit.execute('ping', {})).success).toBe(true);
  });

  it('counts all calls together by default', async () => {
    const toolkit = limitedKit({ points: 1, perMs: 60_000 });
    await toolkit.execute('ping', {});
    expect((await toolkit.execute('pong', {})).error?.code).toBe('rate_limit');
  });

  it('counts by key', async () => {
    const toolkit = limitedKit({ points: 1, perMs: 60_000, key: ({ name, context }) => `${name} ${context.auth}` });
    const codes = [];
    for (const [name, auth] of [
      ['ping', 'ann'],
      ['ping', 'bob'],
      ['pong', 'ann'],
      ['ping', 'ann'],
    ] as const) {
      codes.push((await toolkit.execute(name, {}, { auth })).error?.code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'rate_limit']);
  });

  it('does not count calls of tools that do not exist', async () => {
    const toolkit = limitedKit({ points: 1, perMs: 60_000 });
    for (let at = 0; at < 3; at++) await toolkit.execute('nothing', {});
    expect((await toolkit.execute('ping', {})).success).toBe(true);
  });

  it('limits the calls of one tool if it is registered with it', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ping, { use: [rateLimit({ points: 1, perMs: 60_000 })] });
    toolkit.register(pong);
    const names = ['ping', 'pong', 'pong', 'ping'];
    const codes = [];
    for (const name of names) codes.push((await toolkit.execute(name, {})).error?.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'rate_limit']);
  });

  describe('that waits', () => {
    it('admits calls one at a time, in order', async () => {
      const toolkit = limitedKit({ points: 1, perMs: 30, wait: true });
      const order: number[] = [];
      const startedAt = performance.now();
      const calls = [1, 2, 3].map(async (at) => {
        const result = await toolkit.execute('ping', {});
        order.push(at);
        return result.success;
      });
      expect(await Promise.all(calls)).toEqual([true, true, true]);
      expect(order).toEqual([1, 2, 3]);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
    });

    it('rejects a call immediately that would wait too long', async () => {
      const toolkit = limitedKit({ points: 1, perMs: 60_000, wait: 50 });
      await toolkit.execute('ping', {});
      const startedAt = performance.now();
      const { error } = await toolkit.execute('ping', {});
      expect(error?.code).toBe('rate_limit');
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    });

    it('ends an aborted call immediately, and preserves the order of the others', async () => {
      const toolkit = limitedKit({ points: 1, perMs: 80, wait: true });
      await toolkit.execute('ping', {});
      const abort = new AbortController();
      const stopped = toolkit.execute('ping', {}, { signal: abort.signal });
      const behind = toolkit.execute('ping', {});
      const ended: string[] = [];
      void stopped.then(() => ended.push('stopped'));
      void behind.then(() => ended.push('behind'));
      setTimeout(() => abort.abort(), 5);
      expect((await stopped).error?.code).toBe('interrupted');
      expect((await behind).success).toBe(true);
      expect(ended).toEqual(['stopped', 'behind']);
    });

    it('ends an aborted call immediately that waits behind others', async () => {
      const toolkit = limitedKit({ points: 1, perMs: 60_000, wait: true });
      await toolkit.execute('ping', {});
      const aborts = [new AbortController(), new AbortController()];
      const waiting = aborts.map(({ signal }) => toolkit.execute('ping', {}, { signal }));
      setTimeout(() => aborts[1]?.abort(), 5);
      expect((await waiting[1])?.error?.code).toBe('interrupted');
      aborts[0]?.abort();
      expect((await waiting[0])?.error?.code).toBe('interrupted');
    });

    it('releases the place of a call whose consumer unsubscribes', async () => {
      const toolkit = limitedKit({ points: 1, perMs: 1_000, wait: true });
      await toolkit.execute('ping', {});
      toolkit.callTool({ name: 'ping', input: {} }).subscribe().unsubscribe();
      const startedAt = performance.now();
      expect((await lastValueFrom(toolkit.callTool({ name: 'ping', input: {} }))).state).toBe('success');
      expect(performance.now() - startedAt).toBeLessThan(1_950);
    });
  });

  it('rejects invalid limits', () => {
    expect(() => rateLimit({ points: 0, perMs: 1 })).toThrow(DefinitionError);
    expect(() => rateLimit({ points: 1.5, perMs: 1 })).toThrow('points must be a whole number from 1, not 1.5');
    expect(() => rateLimit({ points: 1, perMs: Number.POSITIVE_INFINITY })).toThrow('perMs must be a number');
    expect(() => rateLimit({ points: 1, perMs: -1 })).toThrow('perMs must be a number above 0');
    expect(() => rateLimit({ points: 1, perMs: 1, wait: 0 })).toThrow('wait must be true, false or a number above 0');
  });
});
