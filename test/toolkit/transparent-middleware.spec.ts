import { getEventListeners } from 'node:events';
import { map, of } from 'rxjs';
import {
  type Middleware,
  NetworkError,
  respond,
  secret,
  type ToolContext,
  type ToolEvent,
  Toolkit,
  type ToolResult,
  ToolSpec,
  text,
} from 'toolwright';
import { fc } from '../support/fast-check.js';

const sees: Middleware = (call, next) => next(call).pipe(map((response) => response));

/** Ways of a middleware to treat a call. */
const layers: Readonly<Record<string, Middleware>> = {
  handsOn: (_, next) => next(),
  handsOnTheCall: (call, next) => next(call),
  copies: (call, next) => next({ ...call }),
  awaits: async (_, next) => {
    const result = await next();
    return result;
  },
  changes: (call, next) => next({ ...call, input: { said: 'changed' } }),
  renumbers: (call, next) => next({ ...call, id: 'another' }),
  redirects: (call, next) => next({ ...call, name: 'late' }),
  misdirects: (call, next) => next({ ...call, name: 'nowhere' }),
  tells: (call, next) => {
    call.context.progress(1, 2, 'on its way');
    return next(call);
  },
  asksInVain: (call, next) => {
    next(call);
    return next(call);
  },
  answers: () => of(respond({ content: [text('answered')] })),
  throws: () => {
    throw new RangeError('no s3cret way');
  },
  forgets: () => undefined as never,
  sees,
};

/** Tools that end in different ways. */
function toolkitWith(middleware: readonly Middleware[], inner: readonly Middleware[]): Toolkit {
  const toolkit = new Toolkit({ state: { token: secret('s3cret') } }).use(...middleware);
  let failures = 0;
  const said = { said: { type: String, optional: true } };
  const tools: readonly ToolSpec[] = [
    ToolSpec.fromFunction((said?: string) => ({ said }), { name: 'now', params: said }),
    ToolSpec.fromFunction(async (said?: string) => said, { name: 'late', params: said }),
    ToolSpec.fromFunction(
      function* (_?: string) {
        yield 'one ';
        yield 'two';
      },
      { name: 'streams', params: { _: { type: String, optional: true, name: 'said' } } },
    ),
    ToolSpec.fromFunction(
      () => {
        throw new RangeError('broken by s3cret');
      },
      { name: 'fails' },
    ),
    ToolSpec.fromFunction(
      () => {
        if (failures++ % 2 === 0) throw new NetworkError('lost');
        return 'found';
      },
      { name: 'retries', retry: { maxRetries: 1 } },
    ),
    ToolSpec.fromFunction(
      (said: string, ctx: ToolContext) => {
        ctx.progress(1);
        return [said, ctx.call];
      },
      { name: 'looks', params: said, ctx: 'ctx' },
    ),
    ToolSpec.fromFunction((said?: string) => said, { name: 'alone', params: said, concurrency: 'exclusive' }),
  ];
  for (const spec of tools) toolkit.register(spec, { use: inner });
  return toolkit;
}

function shown(result: ToolResult): unknown {
  const { durationMs: _, error, ...rest } = result;
  return { ...rest, error: error?.toJSON(), content: result.content };
}

function shownEvent(event: ToolEvent): unknown {
  const { at: _, ...rest } = event as ToolEvent & { readonly durationMs?: number; readonly result?: ToolResult };
  const { durationMs: __, result, ...reported } = rest;
  return {
    ...reported,
    error: 'error' in reported ? String(reported.error) : undefined,
    result: result && shown(result),
  };
}

/** Runs a call, and records its events. */
async function run(toolkit: Toolkit, name: string, options: object): Promise<unknown> {
  const reported: unknown[] = [];
  const listening = { callId: 'c1', onProgress: (progress: unknown) => reported.push(progress), ...options };
  try {
    const result = await toolkit.execute(name, { said: 'hello' }, listening);
    return { result: shown(result), reported };
  } catch (error) {
    return { error: String(error), reported };
  }
}

const names = fc.constantFrom('now', 'late', 'streams', 'fails', 'retries', 'looks', 'alone', 'nowhere');
const some = fc.array(fc.constantFrom(...Object.keys(layers)), { maxLength: 3 });
const optionsOf = fc.constantFrom(
  {},
  { throwOnError: true },
  { signal: new AbortController().signal },
  { signal: AbortSignal.abort() },
);

function chosen(kinds: readonly string[]): readonly Middleware[] {
  return kinds.flatMap((kind) => layers[kind] ?? []);
}

describe('execute through middleware', () => {
  it('returns the same result if one more layer reads the responses', async () => {
    await fc.assert(
      fc.asyncProperty(some, some, names, optionsOf, async (outer, inner, name, options) => {
        const [direct, seen] = [
          toolkitWith(chosen(outer), chosen(inner)),
          toolkitWith([sees, ...chosen(outer)], chosen(inner)),
        ];
        expect(await run(direct, name, options)).toEqual(await run(seen, name, options));
      }),
    );
  });

  it('emits the same events if one more layer reads the responses', async () => {
    await fc.assert(
      fc.asyncProperty(some, some, names, optionsOf, async (outer, inner, name, options) => {
        const events = await Promise.all(
          [[], [sees]].map(async (first) => {
            const toolkit = toolkitWith([...first, ...chosen(outer)], chosen(inner));
            const events: unknown[] = [];
            toolkit.events$.subscribe((event) => events.push(shownEvent(event)));
            await run(toolkit, name, options);
            return events;
          }),
        );
        expect(events[0]).toEqual(events[1]);
      }),
    );
  });

  it('runs each layer once', async () => {
    const asked: string[] = [];
    const asks =
      (name: string): Middleware =>
      (call, next) => {
        asked.push(name);
        return next(call);
      };
    const toolkit = toolkitWith([asks('first'), asks('second')], [asks('inner')]);
    await toolkit.execute('now');
    expect(asked).toEqual(['first', 'second', 'inner']);
  });

  it("listens to the caller's signal until it has ended", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const contexts: ToolContext[] = [];
    const keeps: Middleware = (call, next) => {
      contexts.push(call.context);
      return next(call);
    };
    const toolkit = toolkitWith([keeps], []);
    toolkit.register(ToolSpec.fromFunction(() => new Promise(() => {}), { name: 'hangs' }));
    const reported: unknown[] = [];
    await toolkit.execute('now', {}, { signal, onProgress: (progress) => reported.push(progress) });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    contexts[0]?.progress(1);
    expect(reported).toEqual([]);
    const hanging = toolkit.execute('hangs', {}, { signal });
    controller.abort();
    expect((await hanging).error?.code).toBe('interrupted');
    expect(contexts.map((context) => context.signal.aborted)).toEqual([false, true]);
  });

  it('waits for its concurrency slot', async () => {
    const toolkit = toolkitWith([(_, next) => next()], []);
    const running: string[] = [];
    const spec = ToolSpec.fromFunction(
      async (name: string) => {
        running.push(`${name} begins`);
        await Promise.resolve();
        running.push(`${name} ends`);
      },
      { name: 'first', params: { name: { type: String } }, concurrency: 1 },
    );
    toolkit.register(spec);
    await Promise.all([toolkit.execute('first', { name: 'a' }), toolkit.execute('first', { name: 'b' })]);
    expect(running).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});
