import type { SandboxRequest } from 'toolwright/sandbox';

/** A program that tries to block, exhaust, crash or leave a sandbox. */
export interface HostileProgram {
  readonly name: string;
  readonly source: string;
  /** The reasons for which it may fail, or the values with which it may end. */
  readonly reasons: readonly unknown[];
  readonly globals?: Pick<SandboxRequest, 'globals'>;
}

/** Programs that run on a worker of a sandbox with 200 ms of computing time and the function `echo`. */
export const hostilePrograms: readonly HostileProgram[] = [
  { name: 'an endless loop', source: 'while (true) {}', reasons: ['compute_time'] },
  {
    name: 'an endless loop that catches its interruption',
    source: 'for (;;) { try { for (;;) {} } catch {} finally { for (;;) {} } }',
    reasons: ['compute_time'],
  },
  {
    name: 'endless microtasks',
    source: 'const next = () => Promise.resolve().then(next); next(); await new Promise(() => {})',
    // Each promise waits for the next one. On a fast machine, they use up the memory first, and nothing continues the program.
    reasons: ['compute_time', 'memory', 'stuck'],
  },
  {
    name: 'endless microtasks behind its value',
    source: 'const next = async () => { for (;;) await null }; next(); "value"',
    reasons: ['value', 'compute_time'],
  },
  {
    name: 'an endless async generator',
    source: 'async function* all() { for (;;) yield 1 } for await (const one of all()) {}',
    reasons: ['compute_time'],
  },
  {
    name: 'a pattern that backtracks',
    source: '/^(a+)+$/.test("a".repeat(50) + "!")',
    reasons: ['compute_time', false],
  },
  {
    name: 'deep recursion',
    source: 'const deep = (n) => deep(n + 1) + 1; deep(0)',
    reasons: ['stack'],
  },
  {
    name: 'deep recursion that is caught again and again',
    source: 'const deep = () => { try { deep() } catch { deep() } }; deep(); 1',
    reasons: ['stack', 'compute_time', 1],
  },
  {
    name: 'JSON text of 200,000 levels',
    source: 'JSON.parse("[".repeat(2e5) + "]".repeat(2e5))',
    reasons: ['stack', 'memory', 'thrown'],
  },
  {
    name: 'a value of 5,000 levels',
    source: 'let value = []; for (let i = 0; i < 5e3; i++) value = [value]; value',
    reasons: ['stack', 'value'],
  },
  {
    name: 'a memory bomb of text',
    source: 'let text = "x"; for (;;) text += text + "y"',
    reasons: ['memory', 'thrown'],
  },
  {
    name: 'a memory bomb of arrays',
    source: 'const all = []; for (;;) all.push(new Array(1e5).fill(1))',
    reasons: ['memory', 'compute_time'],
  },
  {
    name: 'a memory bomb of bytes, which is caught',
    source: 'const all = []; for (;;) { try { all.push(new Uint8Array(1e7)) } catch {} }',
    reasons: ['memory', 'compute_time'],
  },
  {
    name: 'huge numbers',
    source: 'let big = 3n; for (;;) big = big * big',
    reasons: ['compute_time', 'memory', 'thrown'],
  },
  {
    name: 'an escape through constructors',
    source: `
      const build = (async () => {}).constructor.constructor;
      const root = build('return this')();
      const reached = [echo, console.log, ToolError, globalThis].map((one) => one.constructor.constructor('return typeof process + typeof require')());
      [root === globalThis, ...reached]`,
    reasons: [[true, ...new Array(4).fill('undefinedundefined')]],
  },
  {
    name: 'polluted prototypes',
    source: `
      Object.prototype.toJSON = () => 'stolen'; Array.prototype.push = null; Promise.prototype.then = undefined;
      Object.prototype.isValue = true; Map.prototype.get = () => ({ resolve() {}, reject() {} });
      JSON.stringify = () => '{'; Reflect.apply = null; String.prototype.slice = null;
      await echo(5)`,
    reasons: ['stolen', 'thrown', 'stuck', 5],
  },
  {
    name: 'a proxy that is thrown',
    source:
      'throw new Proxy(new Error("x"), { get() { for (;;) {} }, getOwnPropertyDescriptor() { for (;;) {} }, getPrototypeOf() { for (;;) {} } })',
    reasons: ['thrown'],
  },
  {
    name: 'getters of an error',
    source: `
      const error = new Error('x');
      for (const name of ['name', 'message', 'stack', 'code', 'constructor', 'toString', 'then', Symbol.toPrimitive]) {
        Object.defineProperty(error, name, { get() { for (;;) {} } });
      }
      throw error`,
    reasons: ['thrown'],
  },
  {
    name: 'an error whose prototype is a proxy',
    source:
      'const error = new Error("x"); delete error.message; Object.setPrototypeOf(error, new Proxy({}, { get() { for (;;) {} } })); throw error',
    reasons: ['thrown'],
  },
  {
    name: 'a toJSON that never ends',
    source: '({ toJSON() { for (;;) {} } })',
    reasons: ['compute_time'],
  },
  {
    name: 'a toJSON that returns ever deeper data',
    source: 'const make = () => ({ toJSON: () => [make()] }); make()',
    reasons: ['stack', 'value'],
  },
  {
    name: 'a thenable that never settles',
    source: '({ then() {} })',
    reasons: ['stuck'],
  },
  {
    name: 'a thenable that settles for ever',
    source: 'const make = () => ({ then(resolve) { resolve(make()) } }); make()',
    reasons: ['compute_time'],
  },
  {
    name: 'a flood of calls',
    source: 'const all = []; for (;;) all.push(echo("x".repeat(1000)))',
    reasons: ['calls', 'size', 'memory'],
  },
  {
    name: 'a flood of console output',
    source: 'for (;;) console.log("x".repeat(1e5))',
    reasons: ['compute_time'],
  },
  {
    name: 'a stack that is prepared by the program',
    source: 'Error.prepareStackTrace = () => { for (;;) {} }; Error.stackTraceLimit = 1e9; null.x',
    reasons: ['thrown', 'compute_time'],
  },
  {
    name: 'source text with 100,000 brackets',
    source: '('.repeat(1e5),
    reasons: ['syntax', 'stack', 'crashed'],
  },
  {
    name: 'a sort that compares for ever',
    source: 'new Array(1e6).fill(0).map((_, i) => i).sort(() => { for (;;) {} })',
    reasons: ['compute_time', 'memory'],
  },
  {
    name: 'work inside one built-in function',
    source: 'const list = new Array(3e5).fill("x"); for (;;) list.join(list.join("")).length',
    reasons: ['compute_time', 'memory', 'thrown'],
  },
  {
    name: 'a buffer that grows',
    source: 'new ArrayBuffer(1e9, { maxByteLength: 4e9 })',
    reasons: ['memory', 'thrown'],
  },
  {
    name: 'modules and evaluated text',
    source:
      'let found; try { found = await import("node:fs") } catch (error) { found = error.name } [found, eval("typeof process")]',
    reasons: [
      ['ReferenceError', 'undefined'],
      ['TypeError', 'undefined'],
      ['SyntaxError', 'undefined'],
    ],
  },
];
