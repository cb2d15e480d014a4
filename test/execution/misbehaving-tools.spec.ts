import { interval, map, NEVER, Observable, of, throwError } from 'rxjs';
import { type CallOptions, type ToolContext, type ToolResponse, type ToolSpec } from 'toolwright';
import { cancellableConsumers, consumers, type Seen } from './consumers.js';
import { toolOf } from './tools.js';
import { deferred, never, turns, until } from './waiting.js';

// Jest fails a test with an unhandled rejection or error: 'is not reported' means that none was unhandled.

/** What must hold of the responses of every call that is still subscribed. */
function expectOrderly({ responses, ending }: Seen): void {
  const chunks = responses.slice(0, -1);
  for (const [index, chunk] of chunks.entries()) {
    expect(chunk).toMatchObject({ id: `${ending.callId}:${index}`, isLast: false, state: 'running', stream: true });
  }
  for (const last of responses.slice(-1)) {
    expect(last).toMatchObject({ id: ending.callId, isLast: true, stream: chunks.length > 0 });
    expect(Object.isFrozen(last)).toBe(true);
  }
}

/** What a tool did, noted by itself. */
class ToolRecord {
  readonly yielded: unknown[] = [];
  runs = 0;
  hasCleanedUp = false;
  signal: AbortSignal | undefined;
}

type Body = (ctx: ToolContext, record: ToolRecord, controller: AbortController) => unknown;

function recordingTool(body: Body): {
  spec: ToolSpec;
  record: ToolRecord;
  options: CallOptions;
  controller: AbortController;
} {
  const record = new ToolRecord();
  const controller = new AbortController();
  const spec = toolOf((ctx) => {
    record.runs++;
    record.signal = ctx.signal;
    return body(ctx, record, controller);
  });
  return { spec, record, controller, options: { signal: controller.signal, callId: 'c1' } };
}

function* countEndlessly(record: ToolRecord): Generator<number> {
  try {
    for (let at = 0; ; at++) {
      record.yielded.push(at);
      yield at;
    }
  } finally {
    record.hasCleanedUp = true;
  }
}

async function* countEndlesslyAsync(record: ToolRecord): AsyncGenerator<number> {
  yield* countEndlessly(record);
}

const endless: readonly (readonly [string, Body])[] = [
  ['a sync generator that never ends', (_, record) => countEndlessly(record)],
  ['an async generator that never awaits', (_, record) => countEndlesslyAsync(record)],
  ['a promise of a generator that never ends', async (_, record) => countEndlessly(record)],
  [
    'a sync generator of promises that never ends',
    (_, record) =>
      (function* () {
        for (const at of countEndlessly(record)) yield Promise.resolve(at);
      })(),
  ],
  ['an AsyncIterable that never ends', (_, record) => ({ [Symbol.asyncIterator]: () => countEndlesslyAsync(record) })],
  [
    'an Observable that never ends',
    (_, record) =>
      new Observable((subscriber) => {
        const timer = setInterval(() => subscriber.next('tick'), 0);
        return () => {
          clearInterval(timer);
          record.hasCleanedUp = true;
        };
      }),
  ],
];

const stuck: readonly (readonly [string, Body])[] = [
  ['in the function', () => never],
  // biome-ignore lint/suspicious/noThenProperty: a thenable of somebody else's.
  ['in a thenable', () => ({ then: () => undefined })],
  // biome-ignore lint/suspicious/noThenProperty: as above.
  ['in a thenable that another one gives', () => ({ then: (resolve: (given: unknown) => void) => resolve(never) })],
  [
    'in the first pull',
    async function* () {
      yield await never;
    },
  ],
  [
    'in mid-stream',
    async function* () {
      yield 'a';
      await never;
    },
  ],
  [
    'in a promise that a sync generator yields',
    function* () {
      yield 'a';
      yield never;
    },
  ],
  ['in an AsyncIterable without return()', () => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) })],
  ['in an AsyncIterable whose return() never settles', () => stuckIterable],
  ['in an Observable that never ends', () => NEVER],
];

const stuckIterable = { [Symbol.asyncIterator]: () => ({ next: () => never, return: () => never }) };

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const signalAware: readonly (readonly [string, Body])[] = [
  [
    'in the function',
    async (ctx, record) => {
      try {
        await untilAborted(ctx.signal);
      } finally {
        record.hasCleanedUp = true;
      }
    },
  ],
  [
    'in the first pull',
    async function* (ctx, record) {
      try {
        yield await untilAborted(ctx.signal);
      } finally {
        record.hasCleanedUp = true;
      }
    },
  ],
  [
    'in mid-stream',
    async function* (ctx, record) {
      try {
        yield 'a';
        await untilAborted(ctx.signal);
      } finally {
        record.hasCleanedUp = true;
      }
    },
  ],
];

describe.each(consumers)('$name', ({ consume }) => {
  describe('of a tool that never ends', () => {
    it.each(endless)('ends %s when its caller aborts', async (_, body) => {
      const { spec, record, controller, options } = recordingTool(body);
      // It fires only if the tool yields to the event loop.
      setTimeout(() => controller.abort(), 1);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted', isInterrupted: true });
      await until(() => record.hasCleanedUp);
      expect({ hasCleanedUp: record.hasCleanedUp, aborted: record.signal?.aborted }).toEqual({
        hasCleanedUp: true,
        aborted: true,
      });
    });

    it.each(endless)('ends %s at its time limit', async (_, body) => {
      const { spec, record, options } = recordingTool(body);
      const seen = await consume(spec, { ...options, timeoutMs: 5 });
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'timeout', isInterrupted: false });
      await until(() => record.hasCleanedUp);
      expect(record.hasCleanedUp).toBe(true);
    });

    it('lets other work continue meanwhile', async () => {
      const { spec, record, controller, options } = recordingTool((_, notes) => countEndlessly(notes));
      const ticks: number[] = [];
      const ticking = setInterval(() => {
        ticks.push(record.yielded.length);
        if (ticks.length === 5) controller.abort();
      }, 1);
      await consume(spec, options);
      clearInterval(ticking);
      expect(ticks).toHaveLength(5);
      expect(ticks).toEqual(ticks.toSorted((one, other) => one - other));
    });
  });

  describe('of a tool that is stuck', () => {
    it.each(stuck)('%s ends immediately when its caller aborts', async (_, body) => {
      const { spec, controller, options } = recordingTool(body);
      setTimeout(() => controller.abort(), 5);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted', isInterrupted: true });
    });

    it.each(stuck)('%s ends at its time limit', async (_, body) => {
      const { spec, options } = recordingTool(body);
      const seen = await consume(spec, { ...options, timeoutMs: 10 });
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'timeout', isInterrupted: false });
    });

    it.each(stuck.slice(3))('%s ends at the time limit of a chunk', async (_, body) => {
      const { spec, options } = recordingTool(body);
      const seen = await consume(spec, { ...options, chunkTimeoutMs: 10 });
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'timeout' });
    });

    it.each(signalAware)('%s and observes its signal: it is notified, and cleans up', async (_, body) => {
      const { spec, record, controller, options } = recordingTool(body);
      setTimeout(() => controller.abort(), 5);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted' });
      expect(record.signal?.reason).toMatchObject({ code: 'interrupted' });
      await until(() => record.hasCleanedUp);
      expect(record.hasCleanedUp).toBe(true);
    });
  });

  describe('of a tool that throws', () => {
    const cases: readonly (readonly [string, Body, string, string])[] = [
      [
        'in mid-stream',
        async function* () {
          yield 'a';
          yield 'b';
          throw new RangeError('broken');
        },
        'broken',
        'ab\nbroken',
      ],
      [
        'in mid-stream of a sync generator',
        function* () {
          yield 'a';
          throw new RangeError('broken');
        },
        'broken',
        'a\nbroken',
      ],
      [
        'in `finally` after the last chunk',
        async function* () {
          try {
            yield 'a';
          } finally {
            throwNow('broken');
          }
        },
        'broken',
        'a\nbroken',
      ],
      [
        'in `finally` after it threw',
        function* () {
          try {
            yield 'a';
            throw new RangeError('hidden');
          } finally {
            throwNow('broken');
          }
        },
        'broken',
        'a\nbroken',
      ],
      ['at once from an Observable', () => throwError(() => new RangeError('broken')), 'broken', 'broken'],
      [
        'from an Observable after chunks',
        () =>
          new Observable((subscriber) => {
            subscriber.next('a');
            setImmediate(() => subscriber.error(new RangeError('broken')));
          }),
        'broken',
        'a\nbroken',
      ],
      [
        'in the subscribe function of an Observable',
        () =>
          new Observable((subscriber) => {
            subscriber.next('a');
            throw new RangeError('broken');
          }),
        'broken',
        'a\nbroken',
      ],
      [
        'from an AsyncIterable that gives no iterator',
        () => ({ [Symbol.asyncIterator]: () => throwNow('broken') }),
        'broken',
        'broken',
      ],
      [
        'in a promise that a sync generator yields',
        function* () {
          yield 'a';
          yield Promise.reject(new RangeError('broken'));
        },
        'broken',
        'a\nbroken',
      ],
      ['a string', () => throwAny('broken'), 'broken', 'broken'],
      ['undefined', () => throwAny(undefined), "'probe' failed with undefined.", "'probe' failed with undefined."],
      ['null', async () => throwAny(null), "'probe' failed with null.", "'probe' failed with null."],
      [
        'an object',
        async () => Promise.reject({ a: 1 }),
        `'probe' failed with {"a":1}.`,
        `'probe' failed with {"a":1}.`,
      ],
      [
        'an error that cannot be read',
        () =>
          throwAny({
            get message() {
              return throwNow('hidden');
            },
          }),
        "'probe' failed with an error that cannot be read.",
        "'probe' failed with an error that cannot be read.",
      ],
    ];

    it.each(cases)('%s ends with one error, after the chunks', async (_, body, message, text) => {
      const { spec, options } = recordingTool(body);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'execution', message, text });
    });

    it.each(cases)('%s rejects under throwOnError, after the chunks', async (_, body, message) => {
      const { spec, options } = recordingTool(body);
      await expect(consume(spec, { ...options, throwOnError: true })).rejects.toMatchObject({
        code: 'execution',
        message,
        toolName: 'probe',
      });
    });

    it('in `finally` while it is stopped is not reported', async () => {
      const { spec, controller, options } = recordingTool(async function* (_, record) {
        try {
          yield 'a';
          setTimeout(() => controller.abort(), 1);
          for (;;) yield 'b';
        } finally {
          record.hasCleanedUp = true;
          throwNow('broken');
        }
      });
      const seen = await consume(spec, options);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted' });
      await turns();
    });

    it('long after it was stopped is not reported', async () => {
      const late = deferred<unknown>();
      const { spec, controller, options } = recordingTool(() => late.promise);
      setTimeout(() => controller.abort(), 1);
      const seen = await consume(spec, options);
      late.reject(new RangeError('late'));
      await turns();
      expect(seen.ending).toMatchObject({ code: 'interrupted' });
    });
  });

  describe('of a tool that aborts its own call', () => {
    it.each<readonly [string, Body]>([
      [
        'in a sync generator',
        function* (_, record, controller) {
          try {
            yield 'a';
            controller.abort();
            yield 'b';
          } finally {
            record.hasCleanedUp = true;
          }
        },
      ],
      [
        'in an async generator',
        async function* (_, record, controller) {
          try {
            yield 'a';
            controller.abort();
            yield 'b';
          } finally {
            record.hasCleanedUp = true;
          }
        },
      ],
      [
        'in an Observable that pushes synchronously without end',
        (_, record, controller) =>
          new Observable((subscriber) => {
            subscriber.add(() => {
              record.hasCleanedUp = true;
            });
            subscriber.next('a');
            setImmediate(() => {
              while (!subscriber.closed) {
                controller.abort();
                subscriber.next('b');
              }
            });
          }),
      ],
    ])('%s: later output is dropped', async (_, body) => {
      const { spec, record, options } = recordingTool(body);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({
        code: 'interrupted',
        text: "a\nThe call of 'probe' was interrupted by the caller.",
      });
      await until(() => record.hasCleanedUp);
      expect(record.hasCleanedUp).toBe(true);
    });

    it.each<readonly [string, Body]>([
      [
        'in a function',
        (_, __, controller) => {
          controller.abort();
          return 'a';
        },
      ],
      [
        'in an async function',
        async (_, __, controller) => {
          controller.abort();
          return 'a';
        },
      ],
      [
        'before the first chunk',
        function* (_, __, controller) {
          controller.abort();
          yield 'a';
        },
      ],
      [
        'at the end of a generator',
        // biome-ignore lint/correctness/useYield: it is a generator that only returns.
        function* (_, __, controller) {
          controller.abort();
          return 'a';
        },
      ],
      [
        'while it makes a generator',
        (_, record, controller) => {
          controller.abort();
          return countEndlessly(record);
        },
      ],
      [
        'while an Observable is subscribed to',
        (_, __, controller) =>
          new Observable((subscriber) => {
            while (!subscriber.closed) {
              controller.abort();
              subscriber.next('a');
            }
          }),
      ],
    ])('%s: it is interrupted, without chunks', async (_, body) => {
      const { spec, options } = recordingTool(body);
      const seen = await consume(spec, options);
      expect(seen.responses.slice(0, -1)).toEqual([]);
      expect(seen.ending).toMatchObject({ code: 'interrupted', text: expect.not.stringContaining('a\n') });
    });
  });

  it('does not run for a call that is aborted before', async () => {
    const { spec, record, controller, options } = recordingTool((_, notes) => countEndlessly(notes));
    controller.abort();
    const seen = await consume(spec, options);
    expectOrderly(seen);
    expect(seen.ending).toMatchObject({ success: false, code: 'interrupted', isInterrupted: true });
    expect(record.runs).toBe(0);
  });

  it('emits all values that an Observable pushes synchronously, in order', async () => {
    const seen = await consume(toolOf(() => of('a', 'b', 'c')));
    expectOrderly(seen);
    expect(seen.ending).toMatchObject({ success: true, text: 'abc' });
  });

  it('emits all values that an Observable pushes over time, in order', async () => {
    const ticks = () => interval(1).pipe(map((at) => (at < 5 ? String(at) : throwAny('over'))));
    const seen = await consume(toolOf(ticks));
    expectOrderly(seen);
    expect(seen.ending).toMatchObject({ success: false, text: '01234\nover' });
  });

  it('is not confused by a stream that ends with more than the protocol says', async () => {
    const results = [{ value: 'a' }, { done: undefined, value: 'b' }, { done: true, value: undefined }];
    const iterable = { [Symbol.asyncIterator]: () => ({ next: () => results.shift() }) };
    const seen = await consume(toolOf(() => iterable));
    expectOrderly(seen);
    expect(seen.ending).toMatchObject({ success: true, text: 'ab' });
  });

  it('joins thousands of chunks', async () => {
    const count = 10_000;
    const spec = toolOf(function* () {
      for (let at = 0; at < count; at++) yield at % 2 === 0 ? 'ab' : 'é';
    });
    const { responses, ending } = await consume(spec);
    expect(ending.success).toBe(true);
    expect(ending.text).toBe('abé'.repeat(count / 2));
    if (responses.length > 0) expect(responses).toHaveLength(count + 1);
  });
});

describe.each(cancellableConsumers)('cancelling $name', ({ cancelAfter }) => {
  it.each(endless)('in mid-stream stops %s', async (_, body) => {
    const { spec, record, options } = recordingTool(body);
    const responses = await cancelAfter(3, spec, options);
    await until(() => record.hasCleanedUp);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false, false, false]);
    expect({ hasCleanedUp: record.hasCleanedUp, aborted: record.signal?.aborted }).toEqual({
      hasCleanedUp: true,
      aborted: true,
    });
    const { length } = record.yielded;
    await turns();
    expect(record.yielded).toHaveLength(length);
  });

  it.each(stuck)('a tool that is stuck %s emits nothing', async (_, body) => {
    const { spec, record, options } = recordingTool(body);
    expect(await cancelAfter(0, spec, options)).toEqual([]);
    expect(record.signal?.aborted).toBe(true);
  });

  it('while the tool awaits cleans up when the tool resumes, and drops its chunks', async () => {
    const gate = deferred();
    const { spec, record, options } = recordingTool(async function* (_, notes) {
      try {
        notes.yielded.push('a');
        yield 'a';
        await gate.promise;
        notes.yielded.push('b');
        yield 'b';
        notes.yielded.push('c');
      } finally {
        notes.hasCleanedUp = true;
      }
    });
    const responses = await cancelAfter(1, spec, options);
    gate.resolve();
    await until(() => record.hasCleanedUp);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false]);
    expect(record.hasCleanedUp).toBe(true);
    expect(record.yielded).not.toContain('c');
  });

  it('a generator that throws or yields in `finally` is not reported', async () => {
    const bodies: readonly Body[] = [
      function* () {
        try {
          for (;;) yield 'a';
        } finally {
          throwNow('broken');
        }
      },
      async function* () {
        try {
          for (;;) yield 'a';
        } finally {
          yield 'one more';
          throwNow('broken');
        }
      },
    ];
    for (const body of bodies) {
      const responses = await cancelAfter(2, recordingTool(body).spec);
      expect(responses.map(({ content }) => content)).toEqual([
        [{ type: 'text', text: 'a' }],
        [{ type: 'text', text: 'a' }],
      ]);
    }
    await turns();
  });

  it('an Observable whose teardown throws is not reported', async () => {
    const spec = toolOf(
      () =>
        new Observable((subscriber) => {
          const timer = setInterval(() => subscriber.next('a'), 1);
          return () => {
            clearInterval(timer);
            throwNow('broken');
          };
        }),
    );
    expect(await cancelAfter(1, spec)).toHaveLength(1);
    await turns();
  });

  it('after the final response has no effect', async () => {
    const { spec, record } = recordingTool(function* () {
      yield 'a';
    });
    const responses = await cancelAfter(2, spec);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false, true]);
    expect(record.signal?.aborted).toBe(false);
  });
});

describe('a subscriber that unsubscribes synchronously', () => {
  it('in the first next: the generator does not continue', async () => {
    const { spec, record } = recordingTool((_, notes) => countEndlessly(notes));
    const responses: ToolResponse[] = [];
    const subscription = spec.stream().subscribe((response) => {
      responses.push(response);
      subscription.unsubscribe();
    });
    await until(() => record.hasCleanedUp);
    await turns();
    expect(responses).toHaveLength(1);
    expect(record).toMatchObject({ yielded: [0], hasCleanedUp: true });
  });

  it.each<readonly [string, (record: ToolRecord, leave: () => void) => unknown]>([
    [
      'a running sync generator',
      function* (record, leave) {
        try {
          yield 'a';
          leave();
          leave();
          yield 'b';
          record.yielded.push('too far');
        } finally {
          record.hasCleanedUp = true;
        }
      },
    ],
    [
      'a running async generator',
      async function* (record, leave) {
        try {
          yield 'a';
          leave();
          leave();
          yield 'b';
          record.yielded.push('too far');
        } finally {
          record.hasCleanedUp = true;
        }
      },
    ],
    [
      'a subscribed Observable',
      (record, leave) =>
        new Observable((subscriber) => {
          subscriber.add(() => {
            record.hasCleanedUp = true;
          });
          subscriber.next('a');
          setImmediate(() => {
            leave();
            subscriber.next('b');
          });
        }),
    ],
  ])('%s: nothing more is emitted', async (_, body) => {
    const record = new ToolRecord();
    const responses: ToolResponse[] = [];
    const spec = toolOf(() => body(record, () => subscription.unsubscribe()));
    const subscription = spec.stream().subscribe((response) => responses.push(response));
    await until(() => record.hasCleanedUp);
    await turns();
    expect(responses.map(({ isLast }) => isLast)).toEqual([false]);
    expect(record).toMatchObject({ hasCleanedUp: true, yielded: [] });
  });

  it('in the abort of its tool: the call is cancelled once', async () => {
    let aborts = 0;
    const spec = toolOf((ctx) => {
      ctx.signal.addEventListener('abort', () => {
        aborts++;
        subscription.unsubscribe();
      });
      return never;
    });
    const subscription = spec.stream().subscribe(() => throwNow('nothing comes'));
    subscription.unsubscribe();
    await turns();
    expect(aborts).toBe(1);
  });
});

function throwNow(message: string): never {
  throw new RangeError(message);
}

/** Throws any value, which the linter rules of TypeScript do not allow. */
function throwAny(thrown: unknown): never {
  throw thrown;
}
