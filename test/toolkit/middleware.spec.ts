import { concat, EMPTY, filter, lastValueFrom, map, mergeMap, NEVER, of, range, take, throwError, toArray } from 'rxjs';
import {
  type Middleware,
  RateLimitError,
  respond,
  secret,
  type ToolEvent,
  Toolkit,
  type ToolResponse,
  ToolSpec,
  text,
} from 'toolwright';
import { turns } from '../execution/waiting.js';
import { run, textsOf } from './responses.js';

interface Setting {
  readonly toolkit?: readonly Middleware[];
  readonly group?: readonly Middleware[];
  readonly tool?: readonly Middleware[];
}

/** Tools to wrap in middleware: `echo` returns its text, `count` streams, `fail` fails. */
function withMiddleware({ toolkit: outer = [], group = [], tool = [] }: Setting): Toolkit {
  const toolkit = new Toolkit({ state: { token: secret('s3cret') } });
  toolkit.createGroup('inner', { active: true, use: group });
  toolkit.use(...outer);
  toolkit.register(
    [
      ToolSpec.fromFunction((said: string) => said, { name: 'echo', params: { said: { type: String } } }),
      ToolSpec.fromFunction(() => ({ at: new Date(0) }), { name: 'now' }),
      ToolSpec.fromFunction(
        function* count() {
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
    ],
    { group: 'inner', use: tool },
  );
  return toolkit;
}

function noting(log: string[], name: string): Middleware {
  return (call, next) => {
    log.push(`${name} in`);
    return next().pipe(
      map((response) => {
        log.push(`${name} out`);
        return response;
      }),
    );
  };
}

const contract =
  'Return an Observable that ends with a final response, such as next(), or a promise of a ToolResult, such as the ' +
  'result of await next().';
const incomplete = `'count': the unnamed middleware at position 1 completed without a final response. ${contract}`;

describe('middleware', () => {
  it.each<[string, Setting]>([
    ['use', { toolkit: [undefined as unknown as Middleware] }],
    ["createGroup('inner')", { group: ['deny' as unknown as Middleware] }],
    ['register', { tool: [{} as unknown as Middleware] }],
  ])('is rejected by %s if it is not a function', (where, setting) => {
    expect(() => withMiddleware(setting)).toThrow(`${where}: middleware must be functions, not `);
  });

  it("wraps calls in the order of its use: the toolkit's, the group's, the tool's", async () => {
    const log: string[] = [];
    const named = (name: string): Middleware => noting(log, name);
    const toolkit = withMiddleware({ toolkit: [named('a'), named('b')], group: [named('c')], tool: [named('d')] });
    toolkit.use(named('e'));
    await run(toolkit, 'echo', { said: 'x' });
    const order = ['a', 'b', 'e', 'c', 'd'];
    expect(log).toEqual([...order.map((name) => `${name} in`), ...order.reverse().map((name) => `${name} out`)]);
  });

  it('runs without a spec for unknown tools and those of inactive groups', async () => {
    const seen: unknown[] = [];
    const toolkit = withMiddleware({
      toolkit: [
        (call, next) => {
          seen.push([call.name, call.spec?.name]);
          return next();
        },
      ],
    });
    await run(toolkit, 'missing');
    toolkit.updateGroups(['inner'], false);
    await run(toolkit, 'echo', { said: 'x' });
    toolkit.updateGroups(['inner'], true);
    expect((await toolkit.execute('echo', { said: 'x' })).data).toBe('x');
    expect(seen).toEqual([
      ['missing', undefined],
      ['echo', undefined],
      ['echo', 'echo'],
    ]);
  });

  it('may change the call: its arguments, or the tool', async () => {
    const toolkit = withMiddleware({
      toolkit: [
        (call, next) => next(call.name === 'old' ? { ...call, name: 'echo' } : call),
        (call, next) => next({ ...call, input: { said: 'changed' } }),
      ],
    });
    expect(await run(toolkit, 'old')).toMatchObject([{ callId: 'c1', state: 'success', content: [text('changed')] }]);
  });

  it('of a tool and its group wraps calls that are redirected to it, once', async () => {
    const log: string[] = [];
    const toolkit = withMiddleware({ group: [noting(log, 'group')], tool: [noting(log, 'tool')] });
    toolkit.use((call, next) => next(call.name === 'old' ? { ...call, name: 'echo' } : call));
    expect(await run(toolkit, 'old', { said: 'x' })).toMatchObject([{ callId: 'c1', content: [text('x')] }]);
    expect(log).toEqual(['group in', 'tool in', 'tool out', 'group out']);
    log.length = 0;
    toolkit.register(
      ToolSpec.fromFunction(() => 'never', { name: 'alias' }),
      { group: 'inner', use: [(call, next) => next({ ...call, name: 'echo' })] },
    );
    expect(await run(toolkit, 'alias', { said: 'y' })).toMatchObject([{ callId: 'c1', content: [text('y')] }]);
    expect(log).toEqual(['group in', 'tool in', 'tool out', 'group out']);
  });

  it('cannot redirect a call endlessly', async () => {
    const toolkit = new Toolkit();
    for (const [name, other] of [
      ['ping', 'pong'],
      ['pong', 'ping'],
    ] as const) {
      toolkit.register(
        ToolSpec.fromFunction(() => `${name} ran`, { name }),
        { use: [(call, next) => next({ ...call, name: other })] },
      );
    }
    expect((await toolkit.execute('ping')).data).toBe('ping ran');
  });

  it('may transform each response', async () => {
    const shout: Middleware = (_, next) =>
      next().pipe(
        map((response) => {
          const content = response.content.map((block) =>
            block.type === 'text' ? text(block.text.toUpperCase()) : block,
          );
          return { ...response, content };
        }),
      );
    const toolkit = withMiddleware({ toolkit: [shout] });
    const responses = await run(toolkit, 'count');
    expect(textsOf(responses)).toEqual(['ONE ', 'TWO ', 'ONE TWO ']);
    expect(responses.map(({ id, stream, isLast }) => [id, stream, isLast])).toEqual([
      ['c1:0', true, false],
      ['c1:1', true, false],
      ['c1', true, true],
    ]);
    const result = await toolkit.execute('echo', { said: 'quiet' });
    expect(result).toMatchObject({ success: true, data: 'QUIET', attempts: 1 });
    expect(result.durationMs).toBeGreaterThan(0);
  });

  it("preserves the tool's own data and error if it only adds to a response", async () => {
    const timed: Middleware = (_, next) => next().pipe(map((one) => ({ ...one, metadata: { timed: true } })));
    const toolkit = withMiddleware({ toolkit: [timed] });
    const result = await toolkit.execute('now');
    expect(result).toMatchObject({ data: { at: new Date(0) }, metadata: { timed: true }, attempts: 1 });
    const { error } = await toolkit.execute('fail');
    expect(error?.cause).toBeInstanceOf(RangeError);
  });

  it('may return its own responses', async () => {
    const toolkit = withMiddleware({ tool: [() => of(respond({ content: [text('from afar')] }))] });
    expect(await run(toolkit, 'echo')).toEqual([
      {
        id: 'c1',
        callId: 'c1',
        toolName: 'echo',
        content: [text('from afar')],
        state: 'success',
        stream: false,
        isLast: true,
        isInterrupted: false,
      },
    ]);
    expect(await toolkit.execute('echo')).toMatchObject({ data: 'from afar', attempts: 0 });
  });

  it('does not report a call as streamed that emitted no chunk', async () => {
    const lastOnly: Middleware = (_, next) => next().pipe(filter(({ isLast }) => isLast));
    expect(await run(withMiddleware({ tool: [lastOnly] }), 'count')).toMatchObject([{ stream: false, isLast: true }]);
  });

  it('may call next again', async () => {
    let runs = 0;
    const retried: Middleware = (call, next) =>
      next().pipe(
        mergeMap((response) => {
          runs++;
          return response.state === 'error' ? next({ ...call, name: 'echo', input: { said: 'saved' } }) : of(response);
        }),
      );
    const toolkit = withMiddleware({ tool: [retried] });
    expect(await run(toolkit, 'fail')).toMatchObject([{ state: 'success', content: [text('saved')] }]);
    expect(runs).toBe(1);
    expect((await toolkit.execute('fail')).attempts).toBe(2);
  });

  describe('that violates its contract', () => {
    it.each<[string, Middleware, readonly string[], string]>([
      ['emits after its last response', (_, next) => concat(next(), next()), ['one ', 'two ', 'one two '], 'success'],
      [
        'gives two last responses',
        () => of(respond({ content: [text('a')] }), respond({ content: [text('b')] })),
        ['a'],
        'success',
      ],
      [
        'never stops emitting',
        () => range(0, Infinity).pipe(map(() => respond({ content: [text('a')] }))),
        ['a'],
        'success',
      ],
      ['completes without a response', () => EMPTY, [incomplete], 'error'],
      [
        'drops the last response',
        (_, next) => next().pipe(filter(({ isLast }) => !isLast)),
        ['one ', 'two ', `one two |${incomplete}`],
        'error',
      ],
      ['fails', () => throwError(() => new RangeError('outside')), ['outside'], 'error'],
      [
        'fails in the middle',
        (_, next) =>
          concat(
            next().pipe(take(1)),
            throwError(() => new RangeError('late')),
          ),
        ['one ', 'one |late'],
        'error',
      ],
      [
        'throws',
        () => {
          throw new RateLimitError('slow down', { retryAfterMs: 10 });
        },
        ['slow down'],
        'error',
      ],
    ])('and %s still ends in one final response', async (_, middleware, texts, state) => {
      const responses = await run(withMiddleware({ tool: [middleware] }), 'count');
      expect(textsOf(responses)).toEqual(texts);
      expect(responses.map(({ isLast }) => isLast)).toEqual(texts.map((_, index) => index === texts.length - 1));
      expect(responses.at(-1)).toMatchObject({ id: 'c1', callId: 'c1', toolName: 'count', state });
    });

    const responseContract = 'Use a response of next(), a modified copy of one, or respond(…).';
    it.each<[string, unknown, string]>([
      ['returns nothing', undefined, `returned nothing. ${contract}`],
      ['forgets to return what it awaited', Promise.resolve(), `returned nothing. ${contract}`],
      ['returns data', { text: 'x' }, `returned an object. ${contract}`],
      [
        'returns a promise of an Observable',
        Promise.resolve(of(respond({ content: [] }))),
        `returned a promise of an Observable. ${contract}`,
      ],
      ['emits a number', of(1), `produced a number, which is not a response. ${responseContract}`],
      ['emits an object', of({ text: 'x' }), `produced an object, which is not a response. ${responseContract}`],
    ])('and %s ends the call with an error that names it', async (_, given, message) => {
      function audit(): unknown {
        return given;
      }
      const toolkit = withMiddleware({ toolkit: [noting([], 'outer'), audit as Middleware] });
      const [last, ...others] = await run(toolkit, 'echo');
      expect(others).toEqual([]);
      expect(last).toMatchObject({ state: 'error', isLast: true, error: { code: 'execution', retryable: false } });
      expect(last?.error?.message).toBe(`'echo': the middleware 'audit' ${message}`);
    });

    it('preserves the error that it drops as the cause of its own', async () => {
      const drop: Middleware = (_, next) => next().pipe(filter(({ isLast }) => !isLast));
      const { success, error } = await withMiddleware({ tool: [drop] }).execute('fail');
      expect([success, error?.cause]).toEqual([false, expect.objectContaining({ message: 'broken' })]);
    });

    it('reveals no secret of the state in its error', async () => {
      const leaking: Middleware = (call) => {
        throw new RangeError(`token ${String(call.context.state.get('token'))}`);
      };
      const result = await withMiddleware({ toolkit: [leaking] }).execute('echo', { said: 'x' });
      expect(result.toText()).toBe('token [redacted]');
      expect(JSON.stringify(result)).not.toContain('s3cret');
    });
  });

  describe('that changes how a call ends', () => {
    function ending(change: Partial<ToolResponse>): Promise<readonly ToolResponse[]> {
      const change$: Middleware = (_, next) => next().pipe(map((response) => ({ ...response, ...change })));
      return run(withMiddleware({ tool: [change$] }), 'fail');
    }

    it('turns a failure into a success by changing only its state', async () => {
      const [last] = await ending({ state: 'success', content: [text('never mind')] });
      expect(last).toMatchObject({ state: 'success', isInterrupted: false });
      expect(last).not.toHaveProperty('error');
    });

    it.each(['interrupted', 'denied'] as const)('gives an error to what it calls %s', async (state) => {
      const [last] = await ending({ state, error: undefined, content: [text('not now')] });
      expect(last).toMatchObject({
        state,
        isInterrupted: state === 'interrupted',
        error: { code: state, message: 'not now', retryable: false },
      });
    });

    it("adds an error to a response with the state 'error' and without one", async () => {
      const [last] = await ending({ state: 'error', error: undefined, content: [] });
      expect(last?.error).toEqual({
        code: 'execution',
        message: "'fail' ended with the state 'error'.",
        retryable: false,
      });
    });
  });

  describe('and cancellation', () => {
    it('ends a call that middleware holds back when it is aborted', async () => {
      const toolkit = withMiddleware({ toolkit: [(_, next) => concat(next().pipe(take(1)), NEVER)] });
      const stop = new AbortController();
      const responses = lastValueFrom(
        toolkit.callTool({ id: 'c1', name: 'count', input: {} }, { signal: stop.signal }).pipe(toArray()),
      );
      await turns(5);
      stop.abort('enough');
      expect(textsOf(await responses)).toEqual(['one ', "one |The call of 'count' was interrupted by the caller."]);
    });

    it('ends a call that is already aborted, and shows it to middleware', async () => {
      const seen: boolean[] = [];
      const toolkit = withMiddleware({
        toolkit: [
          (call) => {
            seen.push(call.context.signal.aborted);
            return NEVER;
          },
        ],
      });
      const result = await toolkit.execute('echo', { said: 'x' }, { signal: AbortSignal.abort() });
      expect([result.isInterrupted, seen]).toEqual([true, [true]]);
    });

    it('aborts the signal of the context when the consumer unsubscribes, and not after the call has ended', async () => {
      const signals: AbortSignal[] = [];
      const toolkit = withMiddleware({
        toolkit: [
          (call, next) => {
            signals.push(call.context.signal);
            return next();
          },
        ],
      });
      await run(toolkit, 'count');
      await lastValueFrom(toolkit.callTool({ name: 'count', input: {} }).pipe(take(1)));
      await toolkit.execute('fail');
      expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
    });

    it('stops a synchronous source when its consumer unsubscribes in the middle', async () => {
      let emitted = 0;
      const endless: Middleware = () =>
        range(0, Infinity).pipe(
          map(() => {
            emitted++;
            return { ...respond({ content: [text('x')] }), isLast: false };
          }),
        );
      const toolkit = withMiddleware({ tool: [endless] });
      const events: ToolEvent['type'][] = [];
      toolkit.events$.subscribe(({ type }) => events.push(type));
      const responses = await lastValueFrom(toolkit.callTool({ name: 'echo', input: {} }).pipe(take(3), toArray()));
      expect(responses).toHaveLength(3);
      expect(emitted).toBeLessThan(10);
      expect(events).toEqual(['started', 'chunk', 'chunk', 'chunk', 'interrupted']);
    });
  });

  it('receives the options of a call', async () => {
    let seen: unknown;
    const toolkit = withMiddleware({
      toolkit: [
        ({ context }, next) => {
          seen = [context.auth, context.state.get('user'), context.call];
          return next();
        },
      ],
    });
    await toolkit.execute('echo', { said: 'x' }, { auth: 'ann', state: { user: 'u1' }, callId: 'c7' });
    expect(seen).toEqual(['ann', 'u1', { id: 'c7', name: 'echo', input: { said: 'x' } }]);
  });
});

describe('postprocess', () => {
  type Postprocess = NonNullable<NonNullable<Parameters<Toolkit['register']>[1]>['postprocess']>;

  function counting(postprocess: Postprocess): Toolkit {
    const toolkit = new Toolkit();
    toolkit.register(
      ToolSpec.fromFunction(
        function* count() {
          yield 'one ';
          yield 'two ';
        },
        { name: 'count' },
      ),
      { postprocess },
    );
    return toolkit;
  }

  it('may replace each response, synchronously or later, by a copy or by its own response', async () => {
    const toolkit = counting(async (call, response) => {
      await turns(1);
      if (response.isLast) return respond({ content: [text('the end')] });
      return { ...response, content: [text(`${call.name} ${response.id}`)] };
    });
    const responses = await run(toolkit, 'count');
    expect(textsOf(responses)).toEqual(['count c1:0', 'count c1:1', 'the end']);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    expect((await toolkit.execute('count')).data).toBe('the end');
  });

  it('preserves the responses that it does not replace', async () => {
    const toolkit = counting(() => undefined);
    expect(textsOf(await run(toolkit, 'count'))).toEqual(['one ', 'two ', 'one two ']);
    expect(await toolkit.execute('count')).toMatchObject({ data: 'one two ', attempts: 1 });
  });

  it('ends the call by failing, with the earlier chunks', async () => {
    const toolkit = counting((_, response) => {
      if (response.id.endsWith(':1')) throw new RangeError('unfit');
      return undefined;
    });
    expect(textsOf(await run(toolkit, 'count'))).toEqual(['one ', 'one |unfit']);
  });

  it('is not called for calls without a tool', async () => {
    let asked = 0;
    const toolkit = counting(() => {
      asked++;
      return undefined;
    });
    await toolkit.execute('missing');
    expect(asked).toBe(0);
  });

  it('may take long; the call still ends when it is aborted', async () => {
    const toolkit = counting(() => new Promise(() => {}));
    const stop = new AbortController();
    const result = toolkit.execute('count', {}, { signal: stop.signal });
    await turns(3);
    stop.abort();
    expect((await result).isInterrupted).toBe(true);
  });
});
