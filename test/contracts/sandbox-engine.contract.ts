import { DeniedError, ToolError } from 'toolwright';
import {
  pause,
  type SandboxAnswers,
  type SandboxEngine,
  type SandboxFunction,
  type SandboxLimits,
  type SandboxRequest,
  type SandboxResult,
} from 'toolwright/sandbox';
import { deferred, until } from '../execution/waiting.js';
import { hostilePrograms } from '../sandbox/hostile-programs.js';

/** What an engine may lack. */
export type EngineFeature = 'typescript' | 'resume' | 'lines';

/** An engine under test. */
export interface EngineUnderTest {
  readonly name: string;
  /** Returns the engine, which the suite does not close. */
  readonly engine: () => SandboxEngine;
  readonly without?: readonly EngineFeature[];
}

/** The contract of every sandbox engine. */
export function testEngine({ name, engine, without = [] }: EngineUnderTest): void {
  const run = (source: string, options: Omit<SandboxRequest, 'source'> = {}): Promise<SandboxResult> =>
    engine().run({ source, ...options });
  const has = (feature: EngineFeature): boolean => !without.includes(feature);

  /** What a result states, without its times. */
  async function outcome(result: Promise<SandboxResult>): Promise<unknown> {
    const ended = await result;
    if (ended.status === 'done') return ended.value;
    if (ended.status === 'paused') return { pending: ended.pending };
    return { code: ended.error.code, reason: ended.error.details?.reason };
  }

  describe(`${name} as a sandbox engine`, () => {
    describe('returns the value of the last expression', () => {
      it.each([
        ['1 + 1', 2],
        ['const a = 1; if (a) { "yes" } else { "no" }', 'yes'],
        ['({ list: [1, null, "x", true] })', { list: [1, null, 'x', true] }],
        ['undefined', undefined],
        ['const unused = 1;', undefined],
        ['await Promise.resolve(5)', 5],
        ['Promise.resolve({ value: 5 })', { value: 5 }],
        ['async function main() { return "late" } main()', 'late'],
        ['({ value: 1, done: true })', { value: 1, done: true }],
        ['new Date(0)', '1970-01-01T00:00:00.000Z'],
        ['({ a: undefined, b: NaN })', { b: null }],
        ['class Point { x = 1 } new Point()', { x: 1 }],
        ['"\\u2028 \\ud83d\\ude00 \\u0000"', '\u2028 \ud83d\ude00 \u0000'],
      ])('of %s', async (source, value) => {
        expect(await outcome(run(source))).toEqual(value);
      });

      it('without a property that could set a prototype', async () => {
        const value = await outcome(run('JSON.parse(\'{"__proto__": {"admin": true}, "a": 1}\')'));
        expect(value).toEqual({ a: 1 });
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      });

      it('even if it has many characters', async () => {
        expect(await outcome(run('"x".repeat(900_000)'))).toHaveLength(900_000);
      });
    });

    describe('refuses a value without a JSON form', () => {
      it.each([
        ['a bigint', '({ a: 5n })', '"a" is a bigint'],
        ['a Map', 'new Map()', 'the class Map'],
        ['a Set in a list', '[new Set()]', 'the class Set'],
        ['a function', '() => 1', 'a function'],
        ['a symbol', 'Symbol("s")', 'a symbol'],
        ['an error', 'new RangeError("x")', 'the class Error'],
        ['bytes', 'new Uint8Array(2)', 'the class Uint8Array'],
        ['a cycle', 'const a = {}; a.self = a; a', 'contains itself'],
      ])('%s', async (_, source, message) => {
        const result = await run(source);
        expect(result).toMatchObject({
          status: 'failed',
          error: { code: 'invalid_output', message: expect.stringContaining(message), details: { reason: 'value' } },
        });
      });

      it('that has too many characters', async () => {
        expect(await outcome(run('"x".repeat(2_000)', { limits: { maxCharacters: 1_000 } }))).toEqual({
          code: 'invalid_output',
          reason: 'size',
        });
      });
    });

    describe('calls functions of the host', () => {
      it('with JSON data in both directions', async () => {
        const seen: unknown[] = [];
        const functions = {
          echo: (args: readonly unknown[]) => {
            seen.push(args);
            return { args };
          },
        };
        const value = await outcome(run('await echo(1, "two", { three: [3] }, undefined)', { functions }));
        const args = [1, 'two', { three: [3] }, null];
        expect({ seen, value }).toEqual({ seen: [args], value: { args } });
      });

      it('that are properties of objects', async () => {
        const functions = { 'files.read': () => 'text', 'files.old.read': () => 'old' };
        expect(await outcome(run('[await files.read(), await files.old.read()]', { functions }))).toEqual([
          'text',
          'old',
        ]);
      });

      it('at the same time', async () => {
        const gate = deferred<void>();
        let open = 0;
        const wait: SandboxFunction = async ([value]) => {
          open++;
          if (open === 3) gate.resolve();
          await gate.promise;
          return value;
        };
        const value = await outcome(run('Promise.all([wait(1), wait(2), wait(3)])', { functions: { wait } }));
        expect(value).toEqual([1, 2, 3]);
      });

      it('and continues with each answer as it comes', async () => {
        const late = deferred<string>();
        const functions = {
          slow: () => late.promise,
          fast: () => 'fast',
          release: () => late.resolve('slow'),
        };
        const source =
          'const first = slow(); const order = [await fast()]; await release(); order.push(await first); order';
        expect(await outcome(run(source, { functions }))).toEqual(['fast', 'slow']);
      });

      it('that pass chunks to a function of the program before they return', async () => {
        const count: SandboxFunction = async ([last], { emit }) => {
          for (let step = 1; step <= (last as number); step++) {
            emit?.({ step });
            await Promise.resolve();
          }
          return emit === undefined ? 'not read' : 'counted';
        };
        const source =
          'const steps = []; const end = await count(3, ({ step }) => steps.push(step)); [steps, end, await count(1)]';
        expect(await outcome(run(source, { functions: { count } }))).toEqual([[1, 2, 3], 'counted', 'not read']);
      });

      it('that fail if the function that receives their chunks does', async () => {
        const count: SandboxFunction = (_, { emit }) => emit?.(1);
        const source = 'try { await count(() => { throw new RangeError("full") }) } catch (error) { error.message }';
        expect(await outcome(run(source, { functions: { count } }))).toBe('full');
      });

      it('whose errors a program can catch', async () => {
        const functions = {
          refuse: () => {
            throw new DeniedError('Not today.', { details: { by: 'ann' } });
          },
          fail: () => Promise.reject(new RangeError('out of tea')),
        };
        const source = `
          const caught = [];
          for (const one of [refuse, fail]) {
            try { await one() } catch (error) {
              caught.push([error instanceof ToolError, error instanceof Error, error.name, error.message, error.code, error.details]);
            }
          }
          caught`;
        expect(await outcome(run(source, { functions }))).toEqual([
          [true, true, 'ToolError', 'Not today.', 'denied', { by: 'ann' }],
          [true, true, 'ToolError', 'out of tea', 'execution', null],
        ]);
      });

      it('without the stack or the cause of an error', async () => {
        const functions = {
          fail: () => {
            throw new Error('plain', { cause: new Error('secret') });
          },
        };
        const source =
          'try { await fail() } catch (error) { error.stack + JSON.stringify(Object.getOwnPropertyNames(error)) }';
        expect(await outcome(run(source, { functions }))).not.toMatch(/secret|\.spec|contract|node:|cause/);
      });

      it('and refuses arguments without a JSON form', async () => {
        const functions = { echo: ([value]: readonly unknown[]) => value };
        const source = 'try { await echo({ a: 1n }) } catch (error) { error.message }';
        expect(await outcome(run(source, { functions }))).toContain('a bigint');
      });

      it('and aborts the calls that the program does not await', async () => {
        const aborted = deferred<void>();
        const wait: SandboxFunction = (_, { signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          return new Promise(() => {});
        };
        const functions = { wait, step: () => 1 };
        const result = await run('wait(); await step(); step(); "done"', { functions });
        expect(result).toMatchObject({ status: 'done', value: 'done', usage: { calls: 3 } });
        expect(result.logs).toEqual([
          { level: 'warn', text: expect.stringContaining('without awaiting 2 of its calls') },
        ]);
        await aborted.promise;
      });
    });

    describe('shows a program', () => {
      it('its globals and functions, and nothing of the host', async () => {
        const source = `
          const names = ['process', 'require', 'module', 'fetch', 'WebAssembly', 'setTimeout', 'Buffer', 'Deno', 'navigator'];
          [names.filter((name) => name in globalThis), settings.depth, typeof add]`;
        const options = { functions: { add: () => 1 }, globals: { settings: { depth: 3 } } };
        expect(await outcome(run(source, options))).toEqual([[], 3, 'function']);
      });

      it('no data of the program before', async () => {
        await run('globalThis.left = 1; Array.prototype.left = 1; Object.prototype.left = 1; JSON.stringify = null; 1');
        expect(await outcome(run('[typeof left, [].left, ({}).left, typeof JSON.stringify]'))).toEqual([
          'undefined',
          null,
          null,
          'function',
        ]);
      });

      it('copies of the globals', async () => {
        const globals = { list: [1] };
        await run('list.push(2)', { globals });
        expect(globals).toEqual({ list: [1] });
      });
    });

    describe('captures the console', () => {
      it('by level', async () => {
        const { logs } = await run(
          'console.log("a", 1, { b: [2] }); console.warn("careful"); console.error(new Error("bad")); console.info(undefined, null)',
        );
        expect(logs).toEqual([
          { level: 'log', text: 'a 1 {"b":[2]}' },
          { level: 'warn', text: 'careful' },
          { level: 'error', text: 'Error: bad' },
          { level: 'info', text: 'undefined null' },
        ]);
      });

      it('up to its limit', async () => {
        const limits = { maxLogCharacters: 20 };
        const { logs } = await run('for (let i = 0; i < 1e4; i++) console.log("0123456789")', { limits });
        const text = logs.filter(({ level }) => level === 'log').map((log) => log.text);
        expect({ characters: text.join('').length, last: logs.at(-1) }).toEqual({
          characters: 19,
          last: { level: 'warn', text: 'The rest of the console output is omitted.' },
        });
      });

      it('of a program that exceeds its time', async () => {
        const { logs, status } = await run('console.log("begun"); for (;;) {}', { limits: { computeMs: 50 } });
        expect({ logs, status }).toEqual({ logs: [{ level: 'log', text: 'begun' }], status: 'failed' });
      });
    });

    describe('reports an error', () => {
      it('that the program throws', async () => {
        expect(
          await run('class TeaError extends Error { name = "TeaError"; code = "cold" } throw new TeaError("too cold")'),
        ).toMatchObject({
          status: 'failed',
          error: {
            code: 'execution',
            message: expect.stringContaining('TeaError: too cold'),
            details: { reason: 'thrown', name: 'TeaError', code: 'cold' },
          },
        });
      });

      it.each([
        ['text', 'throw "no tea"', 'no tea'],
        ['undefined', 'throw undefined', 'undefined'],
        ['a number', 'throw 5', '5'],
      ])('that is %s', async (_, source, message) => {
        const result = await run(source);
        expect(result.status === 'failed' && result.error.message).toContain(message);
      });

      it('of a program that does not compile', async () => {
        expect(await outcome(run('let a = ;'))).toEqual({ code: 'execution', reason: 'syntax' });
      });

      it('of a program that waits for nothing', async () => {
        expect(await outcome(run('await new Promise(() => {})'))).toEqual({ code: 'execution', reason: 'stuck' });
      });

      if (has('lines')) {
        it.each([
          ['throws', '// one\n\n  throw new Error("x")', { line: 3 }],
          ['fails in a function', 'function f() {\n  null.x\n}\nf()', { line: 2 }],
          ['fails in a call of the host', '1\n2\nawait fail()', { line: 3 }],
          ['does not compile', '1;\n2;\n3 +;', { line: 3 }],
        ])('with the line of a program that %s', async (_, source, place) => {
          const functions = {
            fail: () => {
              throw new Error('no');
            },
          };
          expect(await run(source, { functions })).toMatchObject({ status: 'failed', error: { details: place } });
        });
      }
    });

    if (has('typescript')) {
      describe('accepts TypeScript', () => {
        it('and removes its types', async () => {
          const source = `
            interface Price { readonly name: string; cents: number }
            type Prices = Map<string, Price>;
            const prices = new Map<string, Price>([['tea', { name: 'tea', cents: 250 } as const]]) satisfies Prices;
            const first = <T,>(list: readonly T[]): T | undefined => list[0];
            first<Price>([...prices.values()])!.cents as number`;
          expect(await outcome(run(source))).toBe(250);
        });

        it('with the lines of its own text in errors', async () => {
          const source = 'interface A {\n  a: number\n}\nconst one: A = { a: 1 };\nthrow new Error("tea " + one.a)';
          expect(await run(source)).toMatchObject({ error: { details: { reason: 'thrown', line: 5 } } });
        });

        it('and explains what it cannot convert', async () => {
          const result = await run('enum Tea { Green }\nTea.Green');
          expect(result).toMatchObject({
            error: { message: expect.stringMatching(/enum is not supported/), details: { reason: 'syntax', line: 1 } },
          });
        });
      });
    }

    describe('limits', () => {
      it('the time that a program computes, not the time that it waits', async () => {
        const functions = { wait: () => new Promise((resolve) => setTimeout(resolve, 400)) };
        const limits = { computeMs: 300 };
        expect(await outcome(run('await wait(); await wait(); "done"', { functions, limits }))).toBe('done');
      });

      it('the time that it computes in all its steps', async () => {
        const source = 'for (;;) { const end = Date.now() + 20; while (Date.now() < end); await step() }';
        const result = await run(source, { functions: { step: () => 1 }, limits: { computeMs: 200 } });
        expect(result).toMatchObject({
          status: 'failed',
          error: { code: 'timeout', details: { reason: 'compute_time' } },
        });
      });

      it('the time that it waits', async () => {
        const aborted = deferred<void>();
        const wait: SandboxFunction = (_, { signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          return new Promise(() => {});
        };
        const ended = outcome(run('await wait()', { functions: { wait }, limits: { waitMs: 30 } }));
        expect(await ended).toEqual({ code: 'timeout', reason: 'wait_time' });
        await aborted.promise;
      });

      it('the number of calls', async () => {
        let calls = 0;
        const functions = { add: () => ++calls };
        const source = 'try { for (;;) await add() } catch {} "caught"';
        expect(await outcome(run(source, { functions, limits: { maxCalls: 10 } }))).toEqual({
          code: 'execution',
          reason: 'calls',
        });
        expect(calls).toBe(10);
      });

      it('the arguments that are sent at once', async () => {
        const functions = { send: () => 1 };
        const source =
          'const calls = []; for (let i = 0; i < 100; i++) calls.push(send("x".repeat(100))); await Promise.all(calls)';
        expect(await outcome(run(source, { functions, limits: { maxCharacters: 5_000 } }))).toEqual({
          code: 'invalid_output',
          reason: 'size',
        });
      });

      it('the source text', async () => {
        expect(await outcome(run('1'.repeat(200), { limits: { maxCharacters: 100 } }))).toEqual({
          code: 'invalid_output',
          reason: 'size',
        });
      });

      it.each([{ computeMs: 0 }, { memoryBytes: -1 }, { stackBytes: 1024 * 1024 }, { memory: 5 }])(
        'that are invalid, which is a mistake of the programmer: %j',
        async (limits) => {
          await expect(run('1', { limits: limits as SandboxLimits })).rejects.toMatchObject({ code: 'definition' });
        },
      );
    });

    describe('is cancelled', () => {
      it('before it begins', async () => {
        expect(await outcome(run('1', { signal: AbortSignal.abort() }))).toEqual({
          code: 'interrupted',
          reason: 'aborted',
        });
      });

      it('while it computes', async () => {
        const controller = new AbortController();
        const functions = { begun: () => setImmediate(() => controller.abort()) && 1 };
        const ended = run('await begun(); for (;;) {}', {
          functions,
          signal: controller.signal,
          limits: { computeMs: 60_000 },
        });
        expect(await outcome(ended)).toEqual({ code: 'interrupted', reason: 'aborted' });
      });

      it('with many others by one signal', async () => {
        const warnings: Error[] = [];
        const listen = (warning: Error): unknown => warnings.push(warning);
        process.on('warning', listen);
        const controller = new AbortController();
        let waiting = 0;
        const wait: SandboxFunction = () => {
          waiting++;
          return new Promise(() => {});
        };
        const options = { functions: { wait }, signal: controller.signal };
        const all = Array.from({ length: 15 }, () => outcome(run('await wait()', options)));
        await until(() => waiting === all.length);
        controller.abort();
        expect(await Promise.all(all)).toEqual(all.map(() => ({ code: 'interrupted', reason: 'aborted' })));
        await new Promise(setImmediate);
        process.off('warning', listen);
        expect(warnings).toEqual([]);
      });

      it('while it waits, with its calls', async () => {
        const controller = new AbortController();
        let signal: AbortSignal | undefined;
        const wait: SandboxFunction = (_, call) => {
          signal = call.signal;
          return new Promise(() => {});
        };
        const ended = outcome(run('await wait()', { functions: { wait }, signal: controller.signal }));
        await until(() => signal !== undefined);
        controller.abort();
        expect(await ended).toEqual({ code: 'interrupted', reason: 'aborted' });
        expect(signal?.aborted).toBe(true);
      });
    });

    it('runs more programs at once than it has workers, even if all wait for each other', async () => {
      const count = 12;
      const gate = deferred<void>();
      let waiting = 0;
      const functions = {
        meet: async () => {
          waiting++;
          if (waiting === count) gate.resolve();
          await gate.promise;
          return waiting;
        },
      };
      const runs = Array.from({ length: count }, (_, index) =>
        outcome(run(`const own = ${index}; const all = await meet(); [own, all]`, { functions })),
      );
      expect(await Promise.all(runs)).toEqual(runs.map((_, index) => [index, count]));
    });

    it('runs a program inside a call of another program', async () => {
      const functions = { inner: ([depth]: readonly unknown[]): unknown => nest(Number(depth) - 1) };
      const nest = (depth: number): Promise<unknown> =>
        depth === 0 ? Promise.resolve('inside') : outcome(run(`await inner(${depth})`, { functions }));
      expect(await nest(8)).toBe('inside');
    });

    if (has('resume')) describePauses({ run, engine, outcome });

    describe('survives', () => {
      it.each(hostilePrograms)('$name', async ({ source, reasons, globals }) => {
        const limits = { computeMs: 200 };
        const result = await run(source, { limits, functions: { echo: ([value]) => value ?? null }, ...globals });
        const { error, ...rest } = result as { readonly error?: ToolError; readonly value?: unknown };
        expect(error === undefined || ToolError.is(error)).toBe(true);
        const reason = error === undefined ? rest.value : error.details?.reason;
        // On a busy machine, each may take longer than its time.
        expect([...reasons, 'compute_time']).toContainEqual(reason);
        expect(await outcome(run('1 + 1'))).toBe(2);
      });

      it('a flood of hostile programs at once', async () => {
        const limits = { computeMs: 100, memoryBytes: 8 * 1024 * 1024 };
        const results = await Promise.all(hostilePrograms.map(({ source }) => run(source, { limits })));
        expect(results.filter(({ status }) => status === 'paused')).toEqual([]);
        expect(await outcome(run('1 + 1'))).toBe(2);
      });
    });
  });
}

interface PauseTools {
  readonly run: (source: string, options?: Omit<SandboxRequest, 'source'>) => Promise<SandboxResult>;
  readonly engine: () => SandboxEngine;
  readonly outcome: (result: Promise<SandboxResult>) => Promise<unknown>;
}

function describePauses({ run, engine, outcome }: PauseTools): void {
  const resume = (snapshot: Uint8Array, answers: SandboxAnswers, functions = {}): Promise<SandboxResult> =>
    engine().resume?.(snapshot, answers, { functions }) as Promise<SandboxResult>;

  describe('pauses', () => {
    it('a program whose calls are answered later, and runs each other call once', async () => {
      const calls: unknown[] = [];
      const functions = {
        add: ([a, b]: readonly unknown[]) => {
          calls.push(['add', a, b]);
          return Number(a) + Number(b);
        },
        ask: () => pause,
      };
      const source = `
        const [sum, answer] = await Promise.all([add(1, 2), ask('Really?', { cost: 5 })]);
        console.log('answered');
        [sum, answer, await add(sum, 10)]`;
      const paused = await run(source, { functions });
      if (paused.status !== 'paused') throw new TypeError(`The program is ${paused.status}.`);
      expect(paused.pending).toEqual([{ id: 2, name: 'ask', args: ['Really?', { cost: 5 }] }]);
      const resumed = await resume(paused.snapshot, new Map([[2, { value: 'yes' }]]), functions);
      expect(resumed).toMatchObject({ status: 'done', value: [3, 'yes', 13], logs: [{ text: 'answered' }] });
      expect(calls).toEqual([
        ['add', 1, 2],
        ['add', 3, 10],
      ]);
    });

    it('once more, until all calls have answers', async () => {
      const functions = { ask: () => pause };
      const first = await run('(await Promise.all([ask(1), ask(2)])).join()', { functions });
      if (first.status !== 'paused') throw new TypeError(`The program is ${first.status}.`);
      const second = await resume(first.snapshot, new Map([[2, { value: 'b' }]]), functions);
      if (second.status !== 'paused') throw new TypeError(`The program is ${second.status}.`);
      expect(second.pending).toEqual([{ id: 1, name: 'ask', args: [1] }]);
      expect(await outcome(resume(second.snapshot, new Map([[1, { value: 'a' }]]), functions))).toBe('a,b');
    });

    it('and continues with an error that the program can catch', async () => {
      const paused = await run('try { await ask() } catch (error) { error.code }', { functions: { ask: () => pause } });
      if (paused.status !== 'paused') throw new TypeError(`The program is ${paused.status}.`);
      const answers = new Map([[1, { error: new DeniedError('No.') }]]);
      expect(await outcome(resume(paused.snapshot, answers))).toBe('denied');
    });

    it('and continues a snapshot more than once', async () => {
      const paused = await run('let n = 1; n += await ask(); n', { functions: { ask: () => pause } });
      if (paused.status !== 'paused') throw new TypeError(`The program is ${paused.status}.`);
      const answers = new Map([[1, { value: 41 }]]);
      expect(await outcome(resume(paused.snapshot, answers))).toBe(42);
      expect(await outcome(resume(paused.snapshot, answers))).toBe(42);
    });

    it('and ignores answers of calls that are not pending', async () => {
      const paused = await run('await ask()', { functions: { ask: () => pause } });
      if (paused.status !== 'paused') throw new TypeError(`The program is ${paused.status}.`);
      const again = await resume(paused.snapshot, new Map([[7, { value: 'x' }]]));
      expect(again).toMatchObject({ status: 'paused', pending: paused.pending });
    });

    it('and counts the calls before', async () => {
      const paused = await run('await ask(); await ask(); await ask()', { functions: { ask: () => pause } });
      if (paused.status !== 'paused') throw new TypeError(`The program is ${paused.status}.`);
      const request = { functions: { ask: () => 1 }, limits: { maxCalls: 2 } };
      const ended = engine().resume?.(paused.snapshot, new Map([[1, { value: 1 }]]), request);
      expect(await outcome(ended as Promise<SandboxResult>)).toEqual({ code: 'execution', reason: 'calls' });
    });

    it.each([
      ['text', Buffer.from('nothing')],
      ['another version', Buffer.from('toolwright-sandbox 1\n0.0.0\n{}\n')],
      ['nothing', new Uint8Array()],
    ])('and refuses a snapshot of %s', async (_, snapshot) => {
      await expect(resume(snapshot, new Map())).rejects.toMatchObject({ code: 'definition' });
    });
  });
}
