import { config, from, lastValueFrom, take } from 'rxjs';
import { NetworkError, type ToolContext, type ToolEvent, Toolkit, ToolSpec } from 'toolwright';
import { turns } from '../execution/waiting.js';

/** A toolkit with all its events. */
function observed(): { readonly toolkit: Toolkit; readonly events: ToolEvent[] } {
  const toolkit = new Toolkit();
  const events: ToolEvent[] = [];
  let tries = 0;
  toolkit.register([
    ToolSpec.fromFunction(
      async function* count(ctx: ToolContext) {
        ctx.progress(1, 2, 'half');
        yield 'one ';
        await turns(1);
        yield 'two';
      },
      { name: 'count', ctx: 'ctx' },
    ),
    ToolSpec.fromFunction(
      () => {
        if (tries++ === 0) throw new NetworkError('unplugged');
        return 'fine';
      },
      { name: 'flaky', retry: { maxRetries: 1, delayMs: 0 } },
    ),
    ToolSpec.fromFunction(() => new Promise(() => {}), { name: 'hang' }),
  ]);
  toolkit.events$.subscribe((event) => events.push(event));
  return { toolkit, events };
}

describe('events$', () => {
  it('emits the events of a call as they happen', async () => {
    const { toolkit, events } = observed();
    const result = await toolkit.execute('count', {}, { callId: 'c1' });
    expect(events.map(({ type }) => type)).toEqual(['started', 'progress', 'chunk', 'chunk', 'completed']);
    expect(events.map(({ callId, toolName }) => `${callId} ${toolName}`)).toEqual(new Array(5).fill('c1 count'));
    expect(events[0]).toMatchObject({ input: {}, at: expect.any(Number) });
    expect(events[1]).toMatchObject({ value: 1, total: 2, message: 'half' });
    expect(events[2]).toMatchObject({ response: { id: 'c1:0', isLast: false } });
    expect(events[4]).toMatchObject({ result: { data: 'one two' }, attempts: 1, durationMs: result.durationMs });
    expect(events.every((event) => Object.isFrozen(event))).toBe(true);
  });

  it('emits retries, and counts attempts', async () => {
    const { toolkit, events } = observed();
    await toolkit.execute('flaky');
    expect(events).toMatchObject([
      { type: 'started' },
      { type: 'retried', attempt: 1, delayMs: 0, error: { code: 'network', message: 'unplugged' } },
      { type: 'completed', attempts: 2 },
    ]);
  });

  it.each([
    ['an unknown tool', 'missing', {}, 'failed', 'tool_not_found'],
    ['bad arguments', 'count', { x: 1 }, 'failed', 'invalid_parameters'],
    ['a signal that times out', 'hang', {}, 'failed', 'timeout'],
  ])('emits how a call ends: %s', async (_, name, input, type, code) => {
    const { toolkit, events } = observed();
    await toolkit.execute(name, input, { signal: name === 'hang' ? AbortSignal.timeout(5) : undefined });
    expect(events).toMatchObject([{ type: 'started' }, { type, error: { code }, result: { success: false } }]);
  });

  it('emits one end for a call whose consumer unsubscribes', async () => {
    const { toolkit, events } = observed();
    await lastValueFrom(toolkit.callTool({ id: 'c1', name: 'count', input: {} }).pipe(take(1)));
    const reading = toolkit.callTool({ id: 'c2', name: 'hang', input: {} }).subscribe();
    await turns(3);
    reading.unsubscribe();
    await turns(3);
    const ends = events.filter((event) => 'result' in event);
    expect(ends).toMatchObject([
      { callId: 'c1', type: 'interrupted', attempts: 1 },
      { callId: 'c2', type: 'interrupted', attempts: 1, result: { isInterrupted: true } },
    ]);
    expect(ends.every(({ durationMs }) => durationMs > 0)).toBe(true);
  });

  it('emits nothing for a call that has ended, whatever middleware emits later', async () => {
    const toolkit = new Toolkit();
    const contexts: ToolContext[] = [];
    toolkit.register(ToolSpec.fromFunction(() => 'pong', { name: 'ping' }));
    toolkit.use((call, next) => {
      contexts.push(call.context);
      call.context.progress(1, 2);
      return next();
    });
    const types: string[] = [];
    toolkit.events$.subscribe(({ type }) => types.push(type));
    const received: number[] = [];
    await toolkit.execute('ping', {}, { onProgress: ({ value }) => received.push(value) });
    contexts[0]?.progress(2, 2);
    expect([types, received]).toEqual([['started', 'progress', 'completed'], [1]]);
  });

  it.each<[string, readonly string[], () => unknown]>([
    ['that gives a value', ['started', 'completed'], () => 'a'],
    ['that streams', ['started', 'chunk', 'completed'], () => from(['a'])],
    [
      'that fails',
      ['started', 'failed'],
      () => {
        throw new RangeError('broken');
      },
    ],
  ])('emits nothing for a call %s after listeners have received its end', async (_, expected, give) => {
    let context: ToolContext | undefined;
    const run = (ctx: ToolContext): unknown => {
      context = ctx;
      return give();
    };
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(run, { name: 'run', ctx: 'ctx' }));
    const types: string[] = [];
    toolkit.events$.subscribe(({ type }) => {
      types.push(type);
      if (type === 'completed' || type === 'failed') context?.progress(1);
    });
    await toolkit.execute('run');
    expect(types).toEqual(expected);
  });

  it('of a session are emitted by the toolkit, and not by other sessions', async () => {
    const { toolkit, events } = observed();
    const [one, other] = [toolkit.session(), toolkit.session()];
    const own: string[] = [];
    const others: string[] = [];
    one.events$.subscribe(({ type }) => own.push(type));
    other.events$.subscribe(({ type }) => others.push(type));
    await one.execute('flaky');
    expect(own).toEqual(['started', 'retried', 'completed']);
    expect([events.map(({ type }) => type), others]).toEqual([own, []]);
    await toolkit.execute('flaky');
    expect([own.length, events.length]).toEqual([3, 5]);
  });

  it('do not start in the middle of a call', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(() => turns(5), { name: 'slow' }));
    const events: ToolEvent[] = [];
    const slow = toolkit.execute('slow');
    toolkit.events$.subscribe((event) => events.push(event));
    await slow;
    expect(events).toEqual([]);
  });

  it('are received by the current listeners, even if others come or go meanwhile', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'one' }));
    const received: string[] = [];
    const listenAs = (name: string): ((event: ToolEvent) => void) => {
      return ({ type }) => received.push(`${name} ${type}`);
    };
    const first = toolkit.events$.subscribe((event) => {
      listenAs('first')(event);
      first.unsubscribe();
      third.unsubscribe();
      toolkit.events$.subscribe(listenAs('fourth'));
    });
    toolkit.events$.subscribe(listenAs('second'));
    const third = toolkit.events$.subscribe(listenAs('third'));
    await toolkit.execute('one');
    expect(received).toEqual(['first started', 'second started', 'second completed', 'fourth completed']);
  });

  it('reach the other listeners if one throws, and the call continues', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'one' }));
    const [received, reported]: [string[], unknown[]] = [[], []];
    config.onUnhandledError = (error) => reported.push(error);
    try {
      toolkit.events$.subscribe(({ type }) => {
        throw new Error(type);
      });
      toolkit.events$.subscribe(({ type }) => received.push(type));
      expect((await toolkit.execute('one')).data).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
    } finally {
      config.onUnhandledError = null;
    }
    expect(received).toEqual(['started', 'completed']);
    expect(reported).toEqual([new Error('started'), new Error('completed')]);
  });

  it('cannot be changed by listeners', () => {
    const { toolkit } = observed();
    expect('next' in toolkit.events$).toBe(false);
  });
});
