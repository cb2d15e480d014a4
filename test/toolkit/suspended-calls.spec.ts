import { type Middleware, type ToolContext, type ToolEvent, Toolkit, type ToolkitOptions, ToolSpec } from 'toolwright';
// The reason is internal: adapters suspend calls.
import { SuspendedError } from '../../src/base/errors/errors.js';
import { until } from '../execution/waiting.js';

type Run = (ctx: ToolContext) => unknown;

function toolkitWith(run: Run, spec: object = {}, options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit({ history: true, ...options });
  toolkit.register(
    ToolSpec.create({ name: 'work', executor: { kind: 'test', execute: (_, ctx) => run(ctx) }, ...spec }),
  );
  return toolkit;
}

/** Runs the tool, and suspends the call when the tool has begun to wait. */
async function suspend(toolkit: Toolkit, hasBegun: () => boolean) {
  const events: ToolEvent[] = [];
  toolkit.events$.subscribe((event) => events.push(event));
  const abort = new AbortController();
  const running = toolkit.execute('work', {}, { signal: abort.signal, callId: 'call-1' });
  await until(hasBegun);
  abort.abort(new SuspendedError('The call waits.'));
  return { result: await running, events };
}

describe('a suspended call', () => {
  it.each<[string, (onBegin: () => void, onEnd: (reason: unknown) => void) => Run]>([
    [
      'a method',
      (onBegin, onEnd) => async (ctx) => {
        onBegin();
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        onEnd(ctx.signal.reason);
      },
    ],
    [
      'a generator',
      (onBegin, onEnd) =>
        async function* (ctx) {
          try {
            yield 'one';
            onBegin();
            await new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)));
          } finally {
            onEnd(ctx.signal.reason);
          }
        },
    ],
  ])('is pending and cleans up: %s', async (_, make) => {
    let hasBegun = false;
    const reasons: unknown[] = [];
    const toolkit = toolkitWith(
      make(
        () => {
          hasBegun = true;
        },
        (reason) => reasons.push(reason),
      ),
      { retry: { maxRetries: 3 } },
    );
    const { result, events } = await suspend(toolkit, () => hasBegun);
    expect(result).toMatchObject({ success: false, isInterrupted: false, attempts: 1 });
    expect(result.error).toBeUndefined();
    await until(() => reasons.length > 0);
    expect(reasons).toEqual([expect.any(SuspendedError)]);
    const ends = events.filter(({ type }) => type !== 'chunk');
    expect(ends).toMatchObject([
      { type: 'started', callId: 'call-1' },
      { type: 'suspended', callId: 'call-1', toolName: 'work', attempts: 1, durationMs: expect.any(Number) },
    ]);
    expect(toolkit.history?.size).toBe(0);
  });

  it('is pending for middleware, and while it waits for approval', async () => {
    let hasBegun = false;
    const seen: unknown[] = [];
    const watch: Middleware = async (_, next) => {
      const result = await next();
      seen.push([result.success, result.error]);
      return result;
    };
    const approver = () => {
      hasBegun = true;
      return new Promise<never>(() => {});
    };
    const toolkit = toolkitWith(() => 'done', { needsApproval: true }, { approver }).use(watch);
    const { result, events } = await suspend(toolkit, () => hasBegun);
    expect(result.error).toBeUndefined();
    expect(seen).toEqual([[false, undefined]]);
    expect(events.map(({ type }) => type)).toEqual(['started', 'suspended']);
  });

  it('is recorded once, with the end of its last run', async () => {
    let runs = 0;
    const toolkit = toolkitWith((ctx) => {
      runs++;
      if (runs === 2) return 'done';
      return new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    });
    await suspend(toolkit, () => runs === 1);
    await toolkit.execute('work', {}, { callId: 'call-1' });
    expect(toolkit.history?.toJSON()).toMatchObject([{ callId: 'call-1', state: 'success', text: 'done' }]);
  });
});
