import { interval, map, NEVER, Observable, of, throwError } from 'rxjs';
import { type CallOptions, type ToolContext, type ToolResponse, type ToolSpec } from 'toolwright';
import { consumers, leavingConsumers, type Seen } from './consumers.js';
import { toolOf } from './tools.js';
import { deferred, never, turns, until } from './waiting.js';

// Jest fails a test that leaves a rejection or an error unheard: 'heard by nobody' means that none was.

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
class Diary {
  readonly yielded: unknown[] = [];
  runs = 0;
  hasCleanedUp = false;
  signal: AbortSignal | undefined;
}

type Body = (ctx: ToolContext, diary: Diary, controller: AbortController) => unknown;

function diaryTool(body: Body): { spec: ToolSpec; diary: Diary; options: CallOptions; controller: AbortController } {
  const diary = new Diary();
  const controller = new AbortController();
  const spec = toolOf((ctx) => {
    diary.runs++;
    diary.signal = ctx.signal;
    return body(ctx, diary, controller);
  });
  return { spec, diary, controller, options: { signal: controller.signal, callId: 'c1' } };
}

function* countForEver(diary: Diary): Generator<number> {
  try {
    for (let at = 0; ; at++) {
      diary.yielded.push(at);
      yield at;
    }
  } finally {
    diary.hasCleanedUp = true;
  }
}

async function* countForEverAsync(diary: Diary): AsyncGenerator<number> {
  yield* countForEver(diary);
}

const endless: readonly (readonly [string, Body])[] = [
  ['a sync generator that never ends', (_, diary) => countForEver(diary)],
  ['an async generator that never awaits', (_, diary) => countForEverAsync(diary)],
  ['a promise of a generator that never ends', async (_, diary) => countForEver(diary)],
  [
    'a sync generator of promises that never ends',
    (_, diary) =>
      (function* () {
        for (const at of countForEver(diary)) yield Promise.resolve(at);
      })(),
  ],
  ['an AsyncIterable that never ends', (_, diary) => ({ [Symbol.asyncIterator]: () => countForEverAsync(diary) })],
  [
    'an Observable that never ends',
    (_, diary) =>
      new Observable((subscriber) => {
        const timer = setInterval(() => subscriber.next('tick'), 0);
        return () => {
          clearInterval(timer);
          diary.hasCleanedUp = true;
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

const heeding: readonly (readonly [string, Body])[] = [
  [
    'in the function',
    async (ctx, diary) => {
      try {
        await untilAborted(ctx.signal);
      } finally {
        diary.hasCleanedUp = true;
      }
    },
  ],
  [
    'in the first pull',
    async function* (ctx, diary) {
      try {
        yield await untilAborted(ctx.signal);
      } finally {
        diary.hasCleanedUp = true;
      }
    },
  ],
  [
    'in mid-stream',
    async function* (ctx, diary) {
      try {
        yield 'a';
        await untilAborted(ctx.signal);
      } finally {
        diary.hasCleanedUp = true;
      }
    },
  ],
];

describe.each(consumers)('$name', ({ consume }) => {
  describe('of a tool that never lets go', () => {
    it.each(endless)('ends %s when its caller aborts', async (_, body) => {
      const { spec, diary, controller, options } = diaryTool(body);
      // It fires only if the tool gives way to the event loop.
      setTimeout(() => controller.abort(), 1);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted', isInterrupted: true });
      await until(() => diary.hasCleanedUp);
      expect({ hasCleanedUp: diary.hasCleanedUp, aborted: diary.signal?.aborted }).toEqual({
        hasCleanedUp: true,
        aborted: true,
      });
    });

    it.each(endless)('ends %s when its time is up', async (_, body) => {
      const { spec, diary, options } = diaryTool(body);
      const seen = await consume(spec, { ...options, timeoutMs: 5 });
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'timeout', isInterrupted: false });
      await until(() => diary.hasCleanedUp);
      expect(diary.hasCleanedUp).toBe(true);
    });

    it('lets other work go on meanwhile', async () => {
      const { spec, diary, controller, options } = diaryTool((_, notes) => countForEver(notes));
      const ticks: number[] = [];
      const ticking = setInterval(() => {
        ticks.push(diary.yielded.length);
        if (ticks.length === 5) controller.abort();
      }, 1);
      await consume(spec, options);
      clearInterval(ticking);
      expect(ticks).toHaveLength(5);
      expect(ticks).toEqual(ticks.toSorted((one, other) => one - other));
    });
  });

  describe('of a tool that is stuck', () => {
    it.each(stuck)('%s ends at once when its caller aborts', async (_, body) => {
      const { spec, controller, options } = diaryTool(body);
      setTimeout(() => controller.abort(), 5);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted', isInterrupted: true });
    });

    it.each(stuck)('%s ends when its time is up', async (_, body) => {
      const { spec, options } = diaryTool(body);
      const seen = await consume(spec, { ...options, timeoutMs: 10 });
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'timeout', isInterrupted: false });
    });

    it.each(stuck.slice(3))('%s ends when no chunk comes for too long', async (_, body) => {
      const { spec, options } = diaryTool(body);
      const seen = await consume(spec, { ...options, chunkTimeoutMs: 10 });
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'timeout' });
    });

    it.each(heeding)('%s and heeds its signal: it is told, and cleans up', async (_, body) => {
      const { spec, diary, controller, options } = diaryTool(body);
      setTimeout(() => controller.abort(), 5);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted' });
      expect(diary.signal?.reason).toMatchObject({ code: 'interrupted' });
      await until(() => diary.hasCleanedUp);
      expect(diary.hasCleanedUp).toBe(true);
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
      const { spec, options } = diaryTool(body);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({ success: false, code: 'execution', message, text });
    });

    it.each(cases)('%s rejects under throwOnError, after the chunks', async (_, body, message) => {
      const { spec, options } = diaryTool(body);
      await expect(consume(spec, { ...options, throwOnError: true })).rejects.toMatchObject({
        code: 'execution',
        message,
        toolName: 'probe',
      });
    });

    it('in `finally` while it is stopped is heard by nobody', async () => {
      const { spec, controller, options } = diaryTool(async function* (_, diary) {
        try {
          yield 'a';
          setTimeout(() => controller.abort(), 1);
          for (;;) yield 'b';
        } finally {
          diary.hasCleanedUp = true;
          throwNow('broken');
        }
      });
      const seen = await consume(spec, options);
      expect(seen.ending).toMatchObject({ success: false, code: 'interrupted' });
      await turns();
    });

    it('long after it was stopped is heard by nobody', async () => {
      const late = deferred<unknown>();
      const { spec, controller, options } = diaryTool(() => late.promise);
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
        function* (_, diary, controller) {
          try {
            yield 'a';
            controller.abort();
            yield 'b';
          } finally {
            diary.hasCleanedUp = true;
          }
        },
      ],
      [
        'in an async generator',
        async function* (_, diary, controller) {
          try {
            yield 'a';
            controller.abort();
            yield 'b';
          } finally {
            diary.hasCleanedUp = true;
          }
        },
      ],
      [
        'in an Observable that pushes at once for ever',
        (_, diary, controller) =>
          new Observable((subscriber) => {
            subscriber.add(() => {
              diary.hasCleanedUp = true;
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
    ])('%s: what comes after is dropped', async (_, body) => {
      const { spec, diary, options } = diaryTool(body);
      const seen = await consume(spec, options);
      expectOrderly(seen);
      expect(seen.ending).toMatchObject({
        code: 'interrupted',
        text: "a\nThe call of 'probe' was interrupted by the caller.",
      });
      await until(() => diary.hasCleanedUp);
      expect(diary.hasCleanedUp).toBe(true);
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
        (_, diary, controller) => {
          controller.abort();
          return countForEver(diary);
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
    ])('%s: it is interrupted, with nothing streamed', async (_, body) => {
      const { spec, options } = diaryTool(body);
      const seen = await consume(spec, options);
      expect(seen.responses.slice(0, -1)).toEqual([]);
      expect(seen.ending).toMatchObject({ code: 'interrupted', text: expect.not.stringContaining('a\n') });
    });
  });

  it('runs nothing for a call that is aborted before', async () => {
    const { spec, diary, controller, options } = diaryTool((_, notes) => countForEver(notes));
    controller.abort();
    const seen = await consume(spec, options);
    expectOrderly(seen);
    expect(seen.ending).toMatchObject({ success: false, code: 'interrupted', isInterrupted: true });
    expect(diary.runs).toBe(0);
  });

  it('passes on all that an Observable pushes at once, in order', async () => {
    const seen = await consume(toolOf(() => of('a', 'b', 'c')));
    expectOrderly(seen);
    expect(seen.ending).toMatchObject({ success: true, text: 'abc' });
  });

  it('passes on all that an Observable pushes over time, in order', async () => {
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

describe.each(leavingConsumers)('leaving $name', ({ leaveAfter }) => {
  it.each(endless)('in mid-stream stops %s', async (_, body) => {
    const { spec, diary, options } = diaryTool(body);
    const responses = await leaveAfter(3, spec, options);
    await until(() => diary.hasCleanedUp);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false, false, false]);
    expect({ hasCleanedUp: diary.hasCleanedUp, aborted: diary.signal?.aborted }).toEqual({
      hasCleanedUp: true,
      aborted: true,
    });
    const { length } = diary.yielded;
    await turns();
    expect(diary.yielded).toHaveLength(length);
  });

  it.each(stuck)('a tool that is stuck %s ends in nothing', async (_, body) => {
    const { spec, diary, options } = diaryTool(body);
    expect(await leaveAfter(0, spec, options)).toEqual([]);
    expect(diary.signal?.aborted).toBe(true);
  });

  it('while the tool awaits cleans up when the tool gets there, and drops what it yields', async () => {
    const gate = deferred();
    const { spec, diary, options } = diaryTool(async function* (_, notes) {
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
    const responses = await leaveAfter(1, spec, options);
    gate.resolve();
    await until(() => diary.hasCleanedUp);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false]);
    expect(diary.hasCleanedUp).toBe(true);
    expect(diary.yielded).not.toContain('c');
  });

  it('a generator that throws in `finally`, or yields there, is heard by nobody', async () => {
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
      const responses = await leaveAfter(2, diaryTool(body).spec);
      expect(responses.map(({ content }) => content)).toEqual([
        [{ type: 'text', text: 'a' }],
        [{ type: 'text', text: 'a' }],
      ]);
    }
    await turns();
  });

  it('an Observable whose teardown throws is heard by nobody', async () => {
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
    expect(await leaveAfter(1, spec)).toHaveLength(1);
    await turns();
  });

  it('after the last response changes nothing', async () => {
    const { spec, diary } = diaryTool(function* () {
      yield 'a';
    });
    const responses = await leaveAfter(2, spec);
    expect(responses.map(({ isLast }) => isLast)).toEqual([false, true]);
    expect(diary.signal?.aborted).toBe(false);
  });
});

describe('a subscriber that leaves from within', () => {
  it('the first next: the generator goes no further', async () => {
    const { spec, diary } = diaryTool((_, notes) => countForEver(notes));
    const responses: ToolResponse[] = [];
    const subscription = spec.stream().subscribe((response) => {
      responses.push(response);
      subscription.unsubscribe();
    });
    await until(() => diary.hasCleanedUp);
    await turns();
    expect(responses).toHaveLength(1);
    expect(diary).toMatchObject({ yielded: [0], hasCleanedUp: true });
  });

  it.each<readonly [string, (diary: Diary, leave: () => void) => unknown]>([
    [
      'a running sync generator',
      function* (diary, leave) {
        try {
          yield 'a';
          leave();
          leave();
          yield 'b';
          diary.yielded.push('too far');
        } finally {
          diary.hasCleanedUp = true;
        }
      },
    ],
    [
      'a running async generator',
      async function* (diary, leave) {
        try {
          yield 'a';
          leave();
          leave();
          yield 'b';
          diary.yielded.push('too far');
        } finally {
          diary.hasCleanedUp = true;
        }
      },
    ],
    [
      'a subscribed Observable',
      (diary, leave) =>
        new Observable((subscriber) => {
          subscriber.add(() => {
            diary.hasCleanedUp = true;
          });
          subscriber.next('a');
          setImmediate(() => {
            leave();
            subscriber.next('b');
          });
        }),
    ],
  ])('%s: nothing more comes', async (_, body) => {
    const diary = new Diary();
    const responses: ToolResponse[] = [];
    const spec = toolOf(() => body(diary, () => subscription.unsubscribe()));
    const subscription = spec.stream().subscribe((response) => responses.push(response));
    await until(() => diary.hasCleanedUp);
    await turns();
    expect(responses.map(({ isLast }) => isLast)).toEqual([false]);
    expect(diary).toMatchObject({ hasCleanedUp: true, yielded: [] });
  });

  it('the abort of the tool it leaves: it is left once', async () => {
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

/** Throws what TypeScript would not let one throw. */
function throwAny(thrown: unknown): never {
  throw thrown;
}
