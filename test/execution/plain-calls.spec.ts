import { lastValueFrom, Observable } from 'rxjs';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';

const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;

const bare = ToolSpec.fromFunction(async ({ n }: { n: number }) => ({ twice: 2 * n }), { name: 'bare', inputSchema });
const bound = ToolSpec.fromFunction((user: string) => user, {
  name: 'bound',
  params: { user: { type: String } },
  bind: { user: 'user' },
  state: { user: 'ann' },
});
const aware = ToolSpec.fromFunction(({ n }: { n: number }, ctx: ToolContext) => n + ctx.call.name.length, {
  name: 'aware',
  inputSchema,
  ctx: 'ctx',
});
const signalled = ToolSpec.fromFunction((ctx: ToolContext) => ctx.signal.aborted, { name: 'signalled', ctx: 'ctx' });
const failing = ToolSpec.fromFunction(() => Promise.reject(new Error('no')), { name: 'failing' });

const toolkit = new Toolkit();
toolkit.register(bare);
const text = JSON.stringify({ n: 1 });

describe('a call that nothing can end from outside', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['call', () => bare.call({ n: 1 })],
    ['exec', () => bare.exec({ n: 1 })],
    ['exec of JSON text', () => bare.exec(text)],
    ['a refused exec', () => bare.exec({ n: 'one' } as never)],
    ['a refused call', () => bare.call({} as never).catch(() => undefined)],
    ['an exec that fails', () => failing.exec({})],
    ['a call with a bound parameter', () => bound.call({})],
    ['a call of a tool that has a context', () => aware.call({ n: 1 })],
    ['execute', () => toolkit.execute('bare', { n: 1 })],
    ['execute of JSON text', () => toolkit.execute('bare', text)],
  ])('creates no Observable, no AbortController and no timer: %s', async (_, call) => {
    expect(await countCreated(call)).toEqual({ observables: 0, controllers: 0, timers: 0 });
  });

  it('creates a timer for a time limit, and a controller for a tool that reads its signal', async () => {
    expect(await countCreated(() => bare.call({ n: 1 }, { timeoutMs: 1_000 }))).toMatchObject({ timers: 1 });
    expect(await countCreated(() => signalled.call({}))).toMatchObject({ controllers: 1 });
  });

  it('creates Observables only when they are requested', async () => {
    const made = await countCreated(() => lastValueFrom(toolkit.callTool({ name: 'bare', input: { n: 1 } })));
    expect(made.observables).toBeGreaterThan(0);
    expect(made).toMatchObject({ controllers: 0, timers: 0 });
  });
});

interface Made {
  observables: number;
  controllers: number;
  timers: number;
}

/** Counts the objects that a second run of `work` creates. */
async function countCreated(work: () => Promise<unknown>): Promise<Made> {
  await work();
  const made: Made = { observables: 0, controllers: 0, timers: 0 };
  const { AbortController: controller, setTimeout: timer, setImmediate: immediate } = globalThis;
  const subscribe = Object.getOwnPropertyDescriptor(Observable.prototype, '_subscribe');
  globalThis.AbortController = new Proxy(
    controller,
    counting('construct', () => made.controllers++),
  );
  globalThis.setTimeout = new Proxy(
    timer,
    counting('apply', () => made.timers++),
  );
  globalThis.setImmediate = new Proxy(
    immediate,
    counting('apply', () => made.timers++),
  );
  // Each Observable is created with a subscribe function or from a source.
  for (const property of ['_subscribe', 'source']) {
    Object.defineProperty(Observable.prototype, property, {
      configurable: true,
      get: () => (property === 'source' ? undefined : subscribe?.value),
      set(value: unknown) {
        made.observables++;
        Object.defineProperty(this, property, { value, writable: true });
      },
    });
  }
  try {
    await work();
  } finally {
    Object.assign(globalThis, { AbortController: controller, setTimeout: timer, setImmediate: immediate });
    Reflect.deleteProperty(Observable.prototype, 'source');
    Object.defineProperty(Observable.prototype, '_subscribe', subscribe ?? {});
  }
  return made;
}

/** Counts the uses of a function. */
function counting<F extends object>(trap: 'apply' | 'construct', count: () => void): ProxyHandler<F> {
  return {
    [trap]: (...used: unknown[]) => {
      count();
      return Reflect.apply(Reflect[trap], Reflect, used) as unknown;
    },
  };
}
