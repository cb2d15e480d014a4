import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { type CallOptions, NetworkError, ToolError, Toolkit, type ToolSpec } from 'toolwright';
import { toolOf } from './tools.js';
import { never } from './waiting.js';

/** The body of a tool, which can abort its own call. */
type Body = (abort: () => void) => unknown;

// Tools do something at odd turns of the event loop, and their callers abort at even ones: who is first does not depend
// on how long the way through a call is.
async function turns(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await turn();
}

async function later<T>(count: number, settle: () => T): Promise<T> {
  await turns(count);
  return settle();
}

function fail(): never {
  throw new NetworkError('unplugged');
}

async function* chunks(failing = false): AsyncGenerator<string, unknown> {
  for (const chunk of ['a', 'b', 'c']) {
    yield chunk;
    await turns(2);
  }
  if (failing) fail();
  return undefined;
}

const bodies: Readonly<Record<string, Body>> = {
  'a value': () => ({ a: 1 }),
  'a value, late': () => later(3, () => 'late'),
  'nothing, ever': () => never,
  'what is no plain data': () => new Map([['a', 1]]),
  'what is no plain data, late': () => later(3, () => new Date(0)),
  'a failure': fail,
  'a failure, late': () => later(3, fail),
  'a stream': () => chunks(),
  'a stream, late': () => later(1, () => chunks()),
  'a stream that fails': () => chunks(true),
  'a stream that is stuck': async function* stuck() {
    yield 'a';
    await never;
  },
  'a generator': function* generate() {
    yield 1;
    yield 2;
  },
  'a value, after aborting its own call': (abort) => {
    abort();
    return 'done';
  },
  'a value, late, after aborting its own call': (abort) => {
    abort();
    return later(1, () => 'done');
  },
  'a failure, after aborting its own call': (abort) => {
    abort();
    fail();
  },
  'a stream, after aborting its own call': (abort) => {
    abort();
    return chunks();
  },
};

const endless: ReadonlySet<string> = new Set(['nothing, ever', 'a stream that is stuck']);

/** When a call is interrupted: before it starts, in the same tick, or after a number of turns of the event loop. */
const aborts: readonly (number | 'before' | 'never')[] = ['never', 'before', 0, 2, 4];

const consumers: Readonly<Record<string, (spec: ToolSpec, options: CallOptions) => Promise<unknown>>> = {
  call: (spec, options) => spec.call({}, options).then((data) => ({ data: String(data) }), describeOutcome),
  exec: async (spec, options) => describeOutcome(await spec.exec({}, options)),
  'exec that throws': (spec, options) =>
    spec.exec({}, { ...options, throwOnError: true }).then(describeOutcome, describeOutcome),
  stream: (spec, options) => lastValueFrom(spec.stream({}, options).pipe(toArray())).then(describeOutcome),
  'execute of a toolkit, and its events': async (spec, options) => {
    const toolkit = new Toolkit();
    toolkit.register(spec);
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    const result = describeOutcome(await toolkit.execute(spec.name, {}, options));
    return { result, events };
  },
  'callTool of a toolkit': (spec, options) => {
    const toolkit = new Toolkit();
    toolkit.register(spec);
    return lastValueFrom(toolkit.callTool({ name: spec.name, input: {} }, options).pipe(toArray())).then(
      describeOutcome,
    );
  },
};

/** What can be seen of an outcome, as text; but for how long it took. */
function describeOutcome(outcome: unknown): string {
  const shown = ToolError.is(outcome) ? outcome.toJSON() : outcome;
  return JSON.stringify(shown, (key, value: unknown) => (key === 'durationMs' ? undefined : value));
}

/** Returns the outcome of a call that is interrupted, and the remaining listeners of its signal. */
async function outcomeOf(
  [toSpec, consumer]: readonly [toSpec: ToSpec, consumer: string],
  body: Body,
  { abortAt, isEndless, ...rest }: CallOptions & Interruption,
): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort('enough');
  if (abortAt === 'before') abort();
  let runs = 0;
  const spec = toSpec(() => {
    runs++;
    return body(abort);
  });
  const outcome = consumers[consumer]?.(spec, { ...rest, callId: 'c1', signal });
  if (abortAt === 0) abort();
  else if (typeof abortAt === 'number') void turns(abortAt).then(abort);
  // Only a call that must not end is given up after a while: on a busy machine, any other may take longer.
  const gaveUp = isEndless ? pause(20).then(() => 'no end') : never;
  const ended = await Promise.race([outcome, gaveUp]);
  return { ended, runs, listeners: getEventListeners(signal, 'abort').length };
}

interface Interruption {
  readonly abortAt: (typeof aborts)[number];
  /** Whether nothing ends the call. */
  readonly isEndless: boolean;
}

type ToSpec = (body: () => unknown, options?: Parameters<typeof toolOf>[1]) => ToolSpec;

const bare: ToSpec = (body, options) => toolOf(() => body(), options);
// A tool that may look at its context.
const whole: ToSpec = (body, options) => toolOf((_) => body(), options);

describe.each(Object.keys(consumers))('%s', (consumer) => {
  it.each(Object.keys(bodies))(
    'ends in the same way for a tool that never reads its context and returns %s',
    async (name) => {
      const body = bodies[name] as Body;
      const ends = new Set<unknown>();
      for (const abortAt of aborts) {
        for (const retry of [undefined, { maxRetries: 1, delayMs: 0 }]) {
          // The next attempt waits for a timer, not for turns.
          if (retry !== undefined && typeof abortAt === 'number' && abortAt > 0) continue;
          const options = { abortAt, retry, isEndless: abortAt === 'never' && endless.has(name) };
          const expected = await outcomeOf([whole, consumer], body, options);
          const ended = await outcomeOf([bare, consumer], body, options);
          expect({ abortAt, retry, ...(ended as object) }).toEqual({ abortAt, retry, ...(expected as object) });
          ends.add(JSON.stringify(expected));
        }
      }
      // One is interrupted, and one is not; but for those that interrupt themselves.
      expect(ends.size).toBeGreaterThan(1);
    },
  );
});

describe('a call whose validation takes several turns', () => {
  /** A schema whose validation takes two turns, and that rejects objects with a property `bad`. */
  const slow = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: async (value: unknown) => {
        await turns(2);
        return Object.hasOwn(value as object, 'bad') ? { issues: [{ message: 'is bad' }] } : { value };
      },
      jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
    },
  } as const;

  it.each([
    ['good', {}],
    ['bad', { bad: true }],
  ])('ends in the same way when it is interrupted: %s arguments', async (_, args) => {
    for (const abortAt of ['never', 'at once', 'meanwhile']) {
      const outcomes: unknown[] = [];
      for (const toBody of [bare, whole]) {
        let runs = 0;
        const controller = new AbortController();
        const { signal } = controller;
        const spec = toBody(() => ++runs, { inputSchema: slow });
        const outcome = spec.exec(args, { signal, callId: 'c1' });
        if (abortAt === 'at once') controller.abort();
        if (abortAt === 'meanwhile') void turns(1).then(() => controller.abort());
        const ended = describeOutcome(await outcome);
        await turns(4);
        outcomes.push({ abortAt, ended, runs });
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect((outcomes[0] as { readonly ended: string }).ended.includes('interrupted by')).toBe(abortAt !== 'never');
    }
  });
});

/** Creates a toolkit with that tool and an exclusive one, and records its events. */
function observed(body: () => unknown): { readonly toolkit: Toolkit; readonly events: string[] } {
  const toolkit = new Toolkit();
  toolkit.register(bare(body));
  toolkit.register(toolOf(() => 'alone', { name: 'alone', concurrency: 'exclusive' }));
  const events: string[] = [];
  toolkit.events$.subscribe(({ type, toolName }) => {
    if (toolName === 'probe') events.push(type);
  });
  return { toolkit, events };
}

describe('a call of a toolkit', () => {
  const lookedAt: readonly [string, (abort: () => void) => unknown][] = [
    ['plain data', (abort) => Object.defineProperty({}, 'a', { get: abort, enumerable: true })],
    ['no plain data', (abort) => new Map([['a', Object.defineProperty({}, 'a', { get: abort, enumerable: true })]])],
    ['a thenable', (abort) => Object.defineProperty({}, 'then', { get: abort })],
  ];
  it.each(lookedAt)('ends once if reading its output, %s, aborts it', async (_, make) => {
    for (const wrap of [(made: unknown) => made, (made: unknown) => Promise.resolve([made])]) {
      const controller = new AbortController();
      const { toolkit, events } = observed(() => wrap(make(() => controller.abort())));
      await toolkit.execute('probe', {}, { signal: controller.signal });
      await turns(2);
      expect(events).toHaveLength(2);
      // It would wait forever if a call ended twice.
      expect((await toolkit.execute('alone')).data).toBe('alone');
    }
  });

  it('ends once if reading its error aborts it', async () => {
    const controller = new AbortController();
    const { toolkit, events } = observed(() => {
      throw Object.defineProperty(new Error('broken'), 'status', { get: () => controller.abort() });
    });
    const { success } = await toolkit.execute('probe', {}, { signal: controller.signal });
    await turns(2);
    expect([success, events.length]).toEqual([false, 2]);
    expect((await toolkit.execute('alone')).data).toBe('alone');
  });

  it.each([[5n], [Symbol('5')], [{ valueOf: fail }], [Number.NaN], ['5'], [-1]])(
    'with %p as a time limit is rejected and ends',
    async (timeoutMs) => {
      const { toolkit, events } = observed(() => 1);
      const { error } = await toolkit.execute('probe', {}, { timeoutMs: timeoutMs as number });
      expect([error?.code, events]).toEqual(['definition', ['started', 'failed']]);
      expect((await toolkit.execute('alone')).data).toBe('alone');
    },
  );

  it('reports its interruption in the async context of its caller', async () => {
    const context = new AsyncLocalStorage<string>();
    const controller = new AbortController();
    const { toolkit } = observed(() => never);
    const contexts: unknown[] = [];
    toolkit.events$.subscribe(({ type }) => contexts.push([type, context.getStore()]));
    const call = context.run('caller', () => toolkit.execute('probe', {}, { signal: controller.signal }));
    context.run('aborter', () => controller.abort());
    await call;
    expect(contexts).toEqual([
      ['started', 'caller'],
      ['interrupted', 'caller'],
    ]);
  });
});

describe('a stream that is returned too late', () => {
  it.each([
    ['never looks', bare],
    ['may look', whole],
  ])('is closed if its tool, which %s at its context, has aborted the call itself', async (_, toSpec) => {
    const controller = new AbortController();
    let closed = 0;
    const close = async (): Promise<IteratorResult<unknown>> => {
      closed++;
      return { done: true, value: undefined };
    };
    const spec = toSpec(() => {
      controller.abort();
      return { [Symbol.asyncIterator]: () => ({ next: () => never, return: close }) };
    });
    const { error } = await spec.exec({}, { signal: controller.signal });
    expect([error?.code, closed]).toEqual(['interrupted', 1]);
  });
});

describe('a time limit', () => {
  const stuck: readonly string[] = ['nothing, ever', 'a stream that is stuck'];

  it.each(stuck)('ends a call of a tool that returns %s, with or without a context', async (name) => {
    const body = bodies[name] as Body;
    for (const retry of [undefined, { maxRetries: 1, delayMs: 0 }]) {
      const run = async (spec: ToolSpec): Promise<string> =>
        describeOutcome(await spec.exec({}, { timeoutMs: 5, retry, callId: 'c' }));
      const [ended, expected] = [await run(bare(() => body(() => {}))), await run(whole(() => body(() => {})))];
      expect(ended).toBe(expected);
      expect(ended).toContain("'probe' took longer than 5 ms.");
    }
  });

  it('continues if a tool returns a stream after a while', async () => {
    const spec = bare(async () => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      return (async function* tick() {
        for (let chunk = 0; ; chunk++) {
          yield chunk;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
    });
    const { error, durationMs } = await spec.exec({}, { timeoutMs: 1_000 });
    expect(error?.message).toBe("'probe' took longer than 1000 ms.");
    // Another 1,000 ms from the stream on would be 1,800 in all.
    expect(durationMs).toBeLessThan(1_780);
  });

  it('has expired for the stream of a tool that took too long to return it', async () => {
    const spec = bare(() => {
      const until = performance.now() + 20;
      while (performance.now() < until);
      return later(0, async function* slow() {
        for (let chunk = 0; chunk < 5; chunk++) {
          yield chunk;
          await pause(4);
        }
      });
    });
    expect((await spec.exec({}, { timeoutMs: 10 })).error?.code).toBe('timeout');
  });

  it('does not outlive its call', async () => {
    const limitMs = 60_000;
    const [set, cleared] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
    try {
      for (const body of [() => 1, () => later(1, () => 1), fail, () => later(1, fail), () => chunks()]) {
        await bare(body).exec({}, { timeoutMs: limitMs });
        const timers = set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === limitMs);
        expect(timers).toHaveLength(1);
        expect(cleared.mock.calls.some(([timer]) => timer === timers[0]?.value)).toBe(true);
        set.mockClear();
        cleared.mockClear();
      }
    } finally {
      set.mockRestore();
      cleared.mockRestore();
    }
  });
});
