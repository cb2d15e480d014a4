import { lastValueFrom, Observable, type Subscription, toArray } from 'rxjs';
import { type CallOptions, type ToolContext, type ToolResponse, type ToolSpec } from 'toolwright';
import { deferred, never, turns, until } from '../execution/waiting.js';

/** The behaviour of a tool of the kind under test, which receives the argument `text` and its context. */
export type Behaviour = (ctx: ToolContext, text: string) => unknown;

/**
 * The contract of every kind of executor, because the pipeline treats all kinds alike.
 *
 * @param makeSpec - Creates a tool of that kind, with one required argument `text`, that runs `behaviour`.
 */
export function describeExecutor(name: string, makeSpec: (behaviour: Behaviour) => ToolSpec): void {
  const respondTo = (behaviour: Behaviour, options?: CallOptions): Promise<ToolResponse[]> =>
    lastValueFrom(makeSpec(behaviour).stream({ text: 'tea' }, options).pipe(toArray()));

  describe(`${name} as an executor`, () => {
    describe('passes its arguments and its context', () => {
      it('to the tool', async () => {
        const auth = { user: 'u1' };
        const seen: unknown[] = [];
        await respondTo(
          (ctx, text) => {
            seen.push(text, ctx.auth, ctx.call, ctx.signal.aborted);
          },
          { auth, callId: 'c1' },
        );
        expect(seen).toEqual(['tea', auth, { id: 'c1', name: expect.any(String), input: { text: 'tea' } }, false]);
      });

      it('only if the arguments are valid', async () => {
        let runs = 0;
        const { success, error, attempts } = await makeSpec(() => runs++).exec({ text: 5 });
        expect({ success, code: error?.code, attempts, runs }).toEqual({
          success: false,
          code: 'invalid_parameters',
          attempts: 0,
          runs: 0,
        });
      });

      it('with progress that is reported to the caller, not in the stream', async () => {
        const progress: unknown[] = [];
        const responses = await respondTo((ctx) => ctx.progress(1, 2, 'half'), {
          callId: 'c1',
          onProgress: (one) => progress.push(one),
        });
        expect(progress).toEqual([{ callId: 'c1', toolName: expect.any(String), value: 1, total: 2, message: 'half' }]);
        expect(responses).toHaveLength(1);
      });
    });

    describe('ends with one final response', () => {
      const streams: Readonly<Record<string, Behaviour>> = {
        'a sync generator': function* (_, text) {
          yield text;
          yield '!';
        },
        'an async generator': async function* (_, text) {
          yield text;
          yield '!';
        },
        'a promise of a generator': async (_, text) => {
          return (function* () {
            yield text;
            yield '!';
          })();
        },
        'an Observable': (_, text) =>
          new Observable((subscriber) => {
            subscriber.next(text);
            subscriber.next('!');
            subscriber.complete();
          }),
      };

      it.each([
        ['a value', (_: ToolContext, text: string) => text],
        ['a promise', async (_: ToolContext, text: string) => text],
      ])('for %s', async (_, behaviour) => {
        const responses = await respondTo(behaviour, { callId: 'c1' });
        expect(responses).toEqual([
          {
            id: 'c1',
            callId: 'c1',
            toolName: expect.any(String),
            content: [{ type: 'text', text: 'tea' }],
            state: 'success',
            stream: false,
            isLast: true,
            isInterrupted: false,
          },
        ]);
      });

      it.each(Object.entries(streams))('after the chunks of %s', async (_, behaviour) => {
        const responses = await respondTo(behaviour, { callId: 'c1' });
        expect(responses.map(({ id, state, isLast, stream }) => ({ id, state, isLast, stream }))).toEqual([
          { id: 'c1:0', state: 'running', isLast: false, stream: true },
          { id: 'c1:1', state: 'running', isLast: false, stream: true },
          { id: 'c1', state: 'success', isLast: true, stream: true },
        ]);
        expect(responses.at(-1)?.content).toEqual([{ type: 'text', text: 'tea!' }]);
      });
    });

    describe('creates a response from an error', () => {
      it.each([
        [
          'thrown at once',
          () => {
            throw new RangeError('out of tea');
          },
        ],
        ['of a rejected promise', async () => Promise.reject(new RangeError('out of tea'))],
      ])('%s', async (_, behaviour) => {
        const [response, ...others] = await respondTo(behaviour);
        expect(others).toEqual([]);
        expect(response).toMatchObject({
          state: 'error',
          isLast: true,
          content: [{ type: 'text', text: 'out of tea' }],
          error: { code: 'execution', message: 'out of tea', retryable: false },
        });
      });

      it('thrown in mid-stream, with the earlier chunks', async () => {
        const responses = await respondTo(async function* () {
          yield 'one cup';
          throw new RangeError('out of tea');
        });
        expect(responses.map(({ state }) => state)).toEqual(['running', 'error']);
        expect(responses.at(-1)?.content).toEqual([
          { type: 'text', text: 'one cup' },
          { type: 'text', text: 'out of tea' },
        ]);
      });

      it('after the configured retries', async () => {
        let runs = 0;
        const spec = makeSpec(() => {
          runs++;
          if (runs < 3) throw Object.assign(new Error('busy'), { status: 503 });
          return 'done';
        });
        const { data, attempts } = await spec.exec({ text: 'tea' }, { retry: { maxRetries: 5, delayMs: 0 } });
        expect({ data, attempts, runs }).toEqual({ data: 'done', attempts: 3, runs: 3 });
      });
    });

    describe('stops when its caller aborts', () => {
      it('before it starts: the tool does not run', async () => {
        let runs = 0;
        const [response] = await respondTo(() => runs++, { signal: AbortSignal.abort() });
        expect(response).toMatchObject({ state: 'interrupted', isLast: true, isInterrupted: true });
        expect(runs).toBe(0);
      });

      it('even if the tool ignores its signal', async () => {
        const controller = new AbortController();
        const responding = respondTo(
          () => {
            setImmediate(() => controller.abort());
            return never;
          },
          { signal: controller.signal },
        );
        expect((await responding).map(({ state }) => state)).toEqual(['interrupted']);
      });

      it('with the chunks so far, and aborts its own signal', async () => {
        const controller = new AbortController();
        let signal: AbortSignal | undefined;
        const responses = await respondTo(
          async function* (ctx) {
            signal = ctx.signal;
            yield 'one cup';
            controller.abort();
            await never;
          },
          { signal: controller.signal },
        );
        expect(responses.map(({ state }) => state)).toEqual(['running', 'interrupted']);
        expect(responses.at(-1)?.content[0]).toEqual({ type: 'text', text: 'one cup' });
        expect(signal?.aborted).toBe(true);
      });

      it('and ignores late chunks', async () => {
        const controller = new AbortController();
        const late = deferred<string>();
        const responses: ToolResponse[] = [];
        const completed = deferred();
        makeSpec(() => late.promise)
          .stream({ text: 'tea' }, { signal: controller.signal })
          .subscribe({ next: (response) => responses.push(response), complete: completed.resolve });
        controller.abort();
        await completed.promise;
        late.resolve('too late');
        await turns();
        expect(responses.map(({ state }) => state)).toEqual(['interrupted']);
      });
    });

    it('is cancelled by unsubscribing, and emits nothing more', async () => {
      let signal: AbortSignal | undefined;
      let hasCleanedUp = false;
      const responses: ToolResponse[] = [];
      const subscription = makeSpec(async function* (ctx) {
        signal = ctx.signal;
        try {
          for (;;) yield 'cup';
        } finally {
          hasCleanedUp = true;
        }
      })
        .stream({ text: 'tea' })
        .subscribe((response) => {
          responses.push(response);
          if (responses.length === 2) subscription.unsubscribe();
        });
      await until(() => hasCleanedUp);
      expect({ hasCleanedUp, aborted: signal?.aborted }).toEqual({ hasCleanedUp: true, aborted: true });
      expect(responses.map(({ isLast }) => isLast)).toEqual([false, false]);
    });

    it('ends when its time limit is reached', async () => {
      const { error, isInterrupted } = await makeSpec(() => never).exec({ text: 'tea' }, { timeoutMs: 10 });
      expect({ code: error?.code, retryable: error?.retryable, isInterrupted }).toEqual({
        code: 'timeout',
        retryable: true,
        isInterrupted: false,
      });
    });
  });
}

/** Tools of the kind under test, each with one required argument `text`, wherever it is that they run. */
export interface Workbench {
  /** Returns `text`. */
  readonly echo: ToolSpec;
  /** Yields the chunks of `text`, then returns `text`. */
  readonly steps: ToolSpec;
  /** Fails with a message that contains 'out of tea'. */
  readonly fail: ToolSpec;
  /** Yields the chunk 'one cup', then fails with a message that contains 'out of tea'. */
  readonly failLater: ToolSpec;
  /** Yields the chunk 'one cup', then nothing until it is aborted, and then one more chunk. */
  readonly linger: ToolSpec;
  /** The messages of the errors of `fail` and `failLater`. @default 'out of tea' */
  readonly messages?: { readonly fail: string; readonly failLater: string };
  /** Splits a text into the chunks that `steps` yields. @default its words */
  readonly chunksOf?: (text: string) => readonly string[];
  /** The number of calls of `linger` that were aborted. */
  readonly stopped: () => number;
  readonly close: () => Promise<void>;
}

/** The contract of every kind of executor for its callers, including executors whose tools run elsewhere. */
export function describeCalls(name: string, open: () => Promise<Workbench>): void {
  describe(`calls of ${name}`, () => {
    let bench: Workbench;

    beforeEach(async () => {
      bench = await open();
    });

    afterEach(() => bench.close());

    const respond = (spec: ToolSpec, text: string, options?: CallOptions): Promise<ToolResponse[]> =>
      lastValueFrom(spec.stream({ text }, options).pipe(toArray()));

    const states = (responses: readonly ToolResponse[]): unknown =>
      responses.map(({ state, isLast }) => (isLast ? `${state}, the last` : state));

    const texts = ({ content }: ToolResponse): unknown =>
      content.map((block) => (block.type === 'text' ? block.text : block.type));

    it('emit a value as one response', async () => {
      const [response, ...others] = await respond(bench.echo, 'tea', { callId: 'c1' });
      expect(others).toEqual([]);
      expect(response).toMatchObject({ id: 'c1', callId: 'c1', state: 'success', stream: false, isLast: true });
      expect(response).toMatchObject({ content: [{ type: 'text', text: 'tea' }] });
    });

    it('emit chunks, and then the final response', async () => {
      const responses = await respond(bench.steps, 'black green white', { callId: 'c1' });
      expect(states(responses)).toEqual(['running', 'running', 'running', 'success, the last']);
      const chunks = bench.chunksOf?.('black green white') ?? ['black', 'green', 'white'];
      expect(responses.map(texts)).toEqual([...chunks.map((chunk) => [chunk]), ['black green white']]);
      expect(responses.map(({ id }) => id)).toEqual(['c1:0', 'c1:1', 'c1:2', 'c1']);
    });

    it('emit one final response each, of their own call, for any number of calls', async () => {
      const words = Array.from({ length: 100 }, (_, at) => `cup ${at}`);
      const all = await Promise.all(words.map((text) => respond(bench.steps, text, { callId: text })));
      expect(all.map((responses) => responses.filter(({ isLast }) => isLast).length)).toEqual(words.map(() => 1));
      expect(all.map((responses) => texts(responses.at(-1) as ToolResponse))).toEqual(words.map((text) => [text]));
    });

    it('emit a failure as the final response, after the earlier chunks', async () => {
      const { messages = { fail: 'out of tea', failLater: 'out of tea' } } = bench;
      const error = { code: 'execution', message: messages.fail, retryable: false };
      const [failed] = await respond(bench.fail, 'tea');
      expect(failed).toMatchObject({ state: 'error', isLast: true, error });
      const later = await respond(bench.failLater, 'tea');
      expect(states(later)).toEqual(['running', 'error, the last']);
      expect(later[1]?.error).toMatchObject({ code: 'execution', retryable: false });
      expect(texts(later[1] as ToolResponse)).toEqual(['one cup', messages.failLater]);
    });

    it('are rejected if their arguments are invalid', async () => {
      const { error, attempts } = await bench.echo.exec({ text: 5, tee: 6 });
      expect({ code: error?.code, attempts }).toEqual({ code: 'invalid_parameters', attempts: 0 });
    });

    it('end immediately when the caller aborts: the tool is notified, and its late output is dropped', async () => {
      const abort = new AbortController();
      const responses: ToolResponse[] = [];
      let ends = 0;
      bench.linger.stream({ text: 'tea' }, { signal: abort.signal }).subscribe({
        next: (response) => {
          responses.push(response);
          if (!response.isLast) abort.abort();
        },
        complete: () => ends++,
      });
      await until(() => bench.stopped() > 0);
      await turns(20);
      expect(states(responses)).toEqual(['running', 'interrupted, the last']);
      expect(texts(responses[1] as ToolResponse)).toMatchObject(['one cup', expect.any(String)]);
      expect({ ends, stopped: bench.stopped() }).toEqual({ ends: 1, stopped: 1 });
    });

    it('emit nothing more after unsubscribing: the tool is notified', async () => {
      const responses: ToolResponse[] = [];
      const subscription: Subscription = bench.linger.stream({ text: 'tea' }).subscribe((response) => {
        responses.push(response);
        subscription.unsubscribe();
      });
      for await (const response of bench.linger.iterate({ text: 'tea' })) {
        responses.push(response);
        break;
      }
      await until(() => bench.stopped() === 2);
      await turns(20);
      expect({ states: states(responses), stopped: bench.stopped() }).toEqual({
        states: ['running', 'running'],
        stopped: 2,
      });
    });

    it('end when their time limit is reached: the tool is notified', async () => {
      const { error, isInterrupted } = await bench.linger.exec({ text: 'tea' }, { timeoutMs: 200 });
      expect({ code: error?.code, isInterrupted }).toEqual({ code: 'timeout', isInterrupted: false });
      await until(() => bench.stopped() === 1);
      expect(bench.stopped()).toBe(1);
    });
  });
}
