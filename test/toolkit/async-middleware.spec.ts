import { lastValueFrom, map, of, toArray } from 'rxjs';
import {
  type Middleware,
  respond,
  secret,
  Tool,
  type ToolContext,
  type ToolEvent,
  Toolkit,
  ToolRegistry,
  type ToolResponse,
  ToolResult,
  ToolSpec,
  text,
} from 'toolwright';
import { deferred, never, turns, until } from '../execution/waiting.js';
import { run, textsOf } from './responses.js';

const pass: Middleware = async (_, next) => {
  const result = await next();
  return result;
};

/** Tools to wrap in middleware: `echo` returns its text, `count` streams, `fail` fails. */
function toolkitWith(...middleware: readonly Middleware[]): Toolkit {
  const toolkit = new Toolkit({ state: { token: secret('s3cret') } });
  toolkit.use(...middleware);
  toolkit.register([
    ToolSpec.fromFunction((said: string) => ({ said }), { name: 'echo', params: { said: { type: String } } }),
    ToolSpec.fromFunction(
      function* () {
        yield 'one ';
        yield 'two ';
      },
      { name: 'count' },
    ),
    ToolSpec.fromFunction(
      () => {
        throw new RangeError('broken');
      },
      { name: 'fail' },
    ),
  ]);
  return toolkit;
}

/** A tool that yields a chunk, waits, and reports when its `finally` block has run. */
function waitingStream(): { readonly spec: ToolSpec; readonly log: string[]; readonly go: () => void } {
  const log: string[] = [];
  const gate = deferred();
  const spec = ToolSpec.fromFunction(
    async function* (ctx: ToolContext) {
      ctx.signal.addEventListener('abort', () => log.push('aborted'));
      try {
        yield 'first';
        log.push('pulled again');
        await gate.promise;
        yield 'second';
      } finally {
        log.push('closed');
      }
    },
    { name: 'wait', ctx: 'ctx' },
  );
  return { spec, log, go: gate.resolve };
}

describe('an async middleware', () => {
  it('forwards the result of the tool, with its own data, error and responses', async () => {
    const [plain, wrapped] = [toolkitWith(), toolkitWith(pass)];
    for (const [name, input] of [
      ['echo', { said: 'x' }],
      ['echo', { said: 5 }],
      ['count', {}],
      ['fail', {}],
      ['missing', {}],
    ] as const) {
      expect(await run(wrapped, name, input)).toEqual(await run(plain, name, input));
    }
    const { error, attempts } = await wrapped.execute('fail');
    expect([error?.cause, attempts]).toEqual([expect.any(RangeError), 1]);
  });

  it('receives the result of the call', async () => {
    let seen: ToolResult | undefined;
    const toolkit = toolkitWith(async (_, next) => {
      seen = await next();
      return seen;
    });
    const result = await toolkit.execute('echo', { said: 'x' });
    expect(seen).toBeInstanceOf(ToolResult);
    expect(seen).toMatchObject({ success: true, data: { said: 'x' }, toolName: 'echo', callId: result.callId });
    expect(seen?.durationMs).toBeGreaterThan(0);
  });

  it('ends the call with the result that it returns', async () => {
    const toolkit = toolkitWith(async (_, next) => {
      const { success, data } = await next();
      return success ? ToolResult.ok({ wrapped: data }) : ToolResult.fail('not today');
    });
    expect(await toolkit.execute('echo', { said: 'x' })).toMatchObject({
      data: { wrapped: { said: 'x' } },
      structuredContent: { wrapped: { said: 'x' } },
      toolName: 'echo',
      attempts: 1,
    });
    expect(await toolkit.execute('fail')).toMatchObject({ success: false, error: { message: 'not today' } });
  });

  it('may return its own response', async () => {
    const toolkit = toolkitWith(async () => respond({ content: [text('from afar')] }));
    expect(await run(toolkit, 'echo')).toMatchObject([
      { callId: 'c1', state: 'success', content: [text('from afar')] },
    ]);
    expect(await toolkit.execute('echo')).toMatchObject({ data: 'from afar', attempts: 0 });
  });

  it('may change the call, and call next again', async () => {
    const retry: Middleware = async (call, next) => {
      const result = await next();
      return result.success ? result : next({ ...call, name: 'echo', input: { said: 'saved' } });
    };
    const result = await toolkitWith(retry).execute('fail');
    expect(result).toMatchObject({ success: true, data: { said: 'saved' }, attempts: 2 });
  });

  it('runs the rest once, however often it awaits the same responses', async () => {
    let runs = 0;
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(() => ++runs, { name: 'tick' }));
    toolkit.use(async (_, next) => {
      const responses = next();
      await responses;
      return responses;
    });
    expect([(await toolkit.execute('tick')).data, runs]).toEqual([1, 1]);
  });

  it('works inside and outside of middleware that uses Observables', async () => {
    const shout: Middleware = (_, next) =>
      next().pipe(
        map((response) => ({
          ...response,
          content: response.content.map((block) => (block.type === 'text' ? text(block.text.toUpperCase()) : block)),
        })),
      );
    for (const layers of [
      [pass, shout],
      [shout, pass],
    ]) {
      const responses = await run(toolkitWith(...layers), 'count');
      expect(textsOf(responses)).toEqual(['ONE ', 'TWO ', 'ONE TWO ']);
      expect(responses.map(({ id, stream, isLast }) => [id, stream, isLast])).toEqual([
        ['c1:0', true, false],
        ['c1:1', true, false],
        ['c1', true, true],
      ]);
    }
  });

  it('reports its failure as that of the call, after the earlier chunks and without secrets', async () => {
    const toolkit = toolkitWith(async (call, next) => {
      await next();
      throw new RangeError(`no entry with ${String(call.context.state.get('token'))}`);
    });
    expect(textsOf(await run(toolkit, 'count'))).toEqual(['one ', 'two ', 'one two |no entry with [redacted]']);
    expect((await toolkit.execute('echo', { said: 'x' })).error).toMatchObject({ code: 'execution', retryable: false });
  });

  describe('around a stream', () => {
    it('forwards chunks live, in order and numbered', async () => {
      const { spec, log, go } = waitingStream();
      const toolkit = new Toolkit();
      toolkit.use(pass, pass);
      toolkit.register(spec);
      const seen: string[] = [];
      const ended = lastValueFrom(
        toolkit
          .callTool({ id: 'c1', name: 'wait', input: {} })
          .pipe(
            map(({ id, content }) =>
              seen.push(`${id} ${content.map((block) => 'text' in block && block.text).join()}`),
            ),
          ),
      );
      await until(() => log.length > 0);
      expect([seen, log]).toEqual([['c1:0 first'], ['pulled again']]);
      go();
      await ended;
      expect(seen).toEqual(['c1:0 first', 'c1:1 second', 'c1 firstsecond']);
    });

    it.each<[string, Middleware]>([
      ['awaits', pass],
      ['subscribes', (_, next) => next().pipe(map((response) => response))],
    ])('applies backpressure to the tool if it %s', async (_, middleware) => {
      const { spec, log } = waitingStream();
      const toolkit = new Toolkit();
      toolkit.use(middleware);
      toolkit.register(spec);
      const ready = deferred();
      const seen: ToolResponse[] = [];
      const subscription = toolkit
        .callTool({ name: 'wait', input: {} }, { ready: () => ready.promise })
        .subscribe((response) => seen.push(response));
      await until(() => seen.length > 0);
      await turns(3);
      expect(log).toEqual([]);
      ready.resolve();
      await until(() => log.length > 0);
      expect(log).toEqual(['pulled again']);
      subscription.unsubscribe();
    });

    it('numbers the chunks of several runs consecutively', async () => {
      const twice: Middleware = async (_, next) => {
        await next();
        return next();
      };
      const responses = await run(toolkitWith(twice), 'count');
      expect(responses.map(({ id }) => id)).toEqual(['c1:0', 'c1:1', 'c1:2', 'c1:3', 'c1']);
      expect(textsOf(responses).at(-1)).toBe('one two ');
    });
  });

  describe('and cancellation', () => {
    function cancellable(): {
      readonly toolkit: Toolkit;
      readonly log: string[];
      readonly events: ToolEvent['type'][];
    } {
      const { spec, log } = waitingStream();
      const toolkit = new Toolkit();
      toolkit.use(async (call, next) => {
        try {
          const result = await next();
          log.push(`result ${result.isInterrupted}`);
          return result;
        } finally {
          log.push(`finally ${call.context.signal.aborted}`);
        }
      });
      toolkit.register(spec);
      const events: ToolEvent['type'][] = [];
      toolkit.events$.subscribe(({ type }) => events.push(type));
      return { toolkit, log, events };
    }
    const ends = ['pulled again', 'aborted', 'result true', 'finally true'];

    it('is cancelled by an aborted signal: the tool stops and runs its finally block', async () => {
      const { toolkit, log, events } = cancellable();
      const stop = new AbortController();
      const result = toolkit.execute('wait', {}, { signal: stop.signal });
      await until(() => log.length > 0);
      stop.abort('enough');
      expect(await result).toMatchObject({ isInterrupted: true, error: { cause: 'enough' } });
      expect([log, events]).toEqual([ends, ['started', 'chunk', 'interrupted']]);
    });

    it('is cancelled by a consumer that unsubscribes', async () => {
      const { toolkit, log, events } = cancellable();
      const subscription = toolkit.callTool({ name: 'wait', input: {} }).subscribe();
      await until(() => log.length > 0);
      subscription.unsubscribe();
      await until(() => log.length === ends.length);
      expect([log, events]).toEqual([ends, ['started', 'chunk', 'interrupted']]);
    });

    it('ends the call even if the middleware never settles', async () => {
      const stop = new AbortController();
      const toolkit = toolkitWith(async (_, next) => {
        await next();
        return never;
      });
      const responses = lastValueFrom(
        toolkit.callTool({ name: 'count', input: {} }, { signal: stop.signal }).pipe(toArray()),
      );
      await turns(5);
      stop.abort();
      expect((await responses).at(-1)).toMatchObject({ state: 'interrupted', isLast: true });
    });
  });
});

describe('a call that waits for something outside the process', () => {
  it('ends as pending: neither a success nor a failure', async () => {
    const later: Middleware = () => of({ ...respond({ content: [text('Asked the browser.')] }), state: 'pending' });
    const toolkit = toolkitWith(pass, later);
    expect(await run(toolkit, 'echo')).toMatchObject([{ state: 'pending', isLast: true, isInterrupted: false }]);
    const { success, data, error, content } = await toolkit.execute('echo');
    expect({ success, data, error, content }).toEqual({
      success: false,
      data: undefined,
      error: undefined,
      content: [text('Asked the browser.')],
    });
  });
});

describe('use', () => {
  const named = (log: string[], name: string): Middleware => {
    return (_, next) => {
      log.push(name);
      return next();
    };
  };

  it('accepts middleware on every level, from the toolkit to the tool', async () => {
    const log: string[] = [];
    class Kitchen extends ToolRegistry {
      @Tool({ use: [named(log, 'tool'), named(log, 'tool too')] })
      cook(): string {
        return 'soup';
      }

      @Tool()
      serve(): string {
        return 'served';
      }
    }
    const kitchen = new Kitchen();
    const toolkit = new Toolkit();
    toolkit.createGroup('kitchen', { active: true, use: [named(log, 'group')] });
    toolkit.use(named(log, 'toolkit'));
    toolkit.register(kitchen, { group: 'kitchen', use: [named(log, 'register')] });
    expect((await toolkit.execute('cook')).data).toBe('soup');
    expect(log.splice(0)).toEqual(['toolkit', 'group', 'register', 'tool', 'tool too']);
    await toolkit.execute('serve');
    expect(log.splice(0)).toEqual(['toolkit', 'group', 'register']);
    expect(await kitchen.toolSpec('cook').call()).toBe('soup');
    expect(log).toEqual([]);
  });

  it('is preserved by a derived spec, and can be replaced', async () => {
    const log: string[] = [];
    const spec = ToolSpec.fromFunction(() => 'soup', { name: 'cook', use: [named(log, 'first')] });
    const toolkit = new Toolkit();
    toolkit.register([spec.rename('a'), spec.with({ name: 'b', use: [named(log, 'second')] })]);
    await toolkit.execute('a');
    await toolkit.execute('b');
    expect(log).toEqual(['first', 'second']);
  });

  it('rejects anything but an array of functions', () => {
    const wrong = ['audit'] as unknown as Middleware[];
    expect(() => ToolSpec.fromFunction(() => 1, { name: 'f', use: wrong })).toThrow(
      'f: use must be an array of middleware functions, not',
    );
    expect(() =>
      new Toolkit().register(
        ToolSpec.fromFunction(() => 1, { name: 'f' }),
        { use: wrong },
      ),
    ).toThrow('register: middleware must be functions, not "audit".');
  });
});
