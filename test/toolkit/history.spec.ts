import { lastValueFrom, take } from 'rxjs';
import { CallHistory, DefinitionError, type Toolkit as Kit, type ToolEvent, Toolkit, ToolSpec } from 'toolwright';

function withHistory(history: NonNullable<ConstructorParameters<typeof Toolkit>[0]>['history'] = true): Kit {
  const toolkit = new Toolkit({ history });
  toolkit.register([
    ToolSpec.fromFunction((x: number) => ({ x }), { name: 'give', params: { x: { type: Number } } }),
    ToolSpec.fromFunction(
      () => {
        throw new RangeError('broken');
      },
      { name: 'fail' },
    ),
    ToolSpec.fromFunction(
      function* count() {
        yield 'one';
        yield 'two';
      },
      { name: 'count' },
    ),
  ]);
  return toolkit;
}

describe('CallHistory', () => {
  it('is not recorded by default', () => {
    expect([undefined, false].map((history) => new Toolkit({ history }).history)).toEqual([undefined, undefined]);
  });

  it('records each call at its end, as plain JSON', async () => {
    const toolkit = withHistory();
    const before = Date.now();
    await toolkit.execute('give', { x: 1 }, { callId: 'c1' });
    await toolkit.execute('fail', {}, { callId: 'c2' });
    await lastValueFrom(toolkit.callTool({ id: 'c3', name: 'count', input: '{}' }).pipe(take(1)));
    const records = toolkit.history?.toJSON();
    expect(records).toEqual([
      {
        callId: 'c1',
        toolName: 'give',
        startedAt: expect.any(Number),
        durationMs: expect.any(Number),
        attempts: 1,
        state: 'success',
        input: { x: 1 },
        text: '{"x":1}',
        structuredContent: { x: 1 },
      },
      expect.objectContaining({
        callId: 'c2',
        state: 'error',
        text: 'broken',
        error: { code: 'execution', message: 'broken', retryable: false },
      }),
      expect.objectContaining({ callId: 'c3', state: 'interrupted', input: '{}' }),
    ]);
    expect(records?.[0]?.startedAt).toBeGreaterThanOrEqual(before);
    expect(JSON.parse(JSON.stringify(toolkit.history))).toEqual(records);
  });

  it('returns the records of a query, oldest first', async () => {
    const toolkit = withHistory();
    for (const [index, name] of ['give', 'fail', 'give', 'count', 'fail'].entries()) {
      await toolkit.execute(name, name === 'give' ? { x: index } : {}, { callId: String(index) });
    }
    const ids = (query: Parameters<CallHistory['query']>[0]): string => {
      return (toolkit.history?.query(query) ?? []).map(({ callId }) => callId).join('');
    };
    expect(ids({})).toBe('01234');
    expect(ids({ toolName: 'give' })).toBe('02');
    expect(ids({ state: 'error' })).toBe('14');
    expect(ids({ limit: 2 })).toBe('34');
    expect(ids({ limit: 0 })).toBe('');
    expect(ids({ toolName: 'fail', limit: 1 })).toBe('4');
    expect(ids({ since: Date.now() + 1_000 })).toBe('');
    expect(ids({ toolName: 'missing' })).toBe('');
  });

  it('removes the oldest records beyond its limit', async () => {
    const toolkit = withHistory({ maxEntries: 2 });
    for (const x of [1, 2, 3]) await toolkit.execute('give', { x }, { callId: String(x) });
    expect(toolkit.history?.query().map(({ callId }) => callId)).toEqual(['2', '3']);
    expect(toolkit.history?.size).toBe(2);
    toolkit.history?.clear();
    expect(toolkit.history?.toJSON()).toEqual([]);
  });

  it.each([0, -1, Number.NaN])('rejects a limit of %p', (maxEntries) => {
    expect(() => new CallHistory({ maxEntries })).toThrow(DefinitionError);
  });

  it('returns arrays whose changes do not affect it', async () => {
    const toolkit = withHistory();
    await toolkit.execute('fail');
    (toolkit.history?.query() as unknown[]).length = 0;
    (toolkit.history?.toJSON() as unknown[]).length = 0;
    expect(toolkit.history?.size).toBe(1);
    expect(Object.isFrozen(toolkit.history?.query()[0])).toBe(true);
  });

  it('records values that JSON cannot represent', async () => {
    const toolkit = withHistory();
    const loop: { self?: unknown } = {};
    loop.self = loop;
    await toolkit.execute('give', loop);
    expect(toolkit.history?.query()).toMatchObject([{ toolName: 'give', state: 'error', input: null }]);
  });

  it('can record the events of several toolkits', async () => {
    const history = new CallHistory();
    const toolkits = [withHistory(false), withHistory(false)];
    for (const toolkit of toolkits) toolkit.events$.subscribe((event: ToolEvent) => history.record(event));
    for (const toolkit of toolkits) await toolkit.execute('give', { x: 1 });
    expect(history.query({ toolName: 'give' })).toHaveLength(2);
  });
});
