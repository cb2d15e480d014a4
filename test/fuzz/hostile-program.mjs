/** Creates a program from random parts that attack a sandbox. */
export function programOf(random) {
  const parts = random.list(random.between(1, 6), () => statementOf(random, 3));
  return `${parts.join('\n')}\n${random.chance(0.5) ? expressionOf(random, 4) : ''}`;
}

const values = [
  '1',
  '-0',
  '1e308',
  '5n',
  '""',
  '"a".repeat(1e5)',
  '"\\ud800"',
  'null',
  'undefined',
  'NaN',
  '[]',
  '{}',
  'new Map([[1, 2]])',
  'new Set()',
  'Symbol("s")',
  '() => 1',
  'new Proxy({}, handler)',
  'new Proxy(() => 1, handler)',
  'globalThis',
  'cycle',
  'deep',
  'new Uint8Array(1e4)',
  'new Date(0)',
  '/(a+)+$/',
  'Promise.resolve(1)',
  'Promise.reject(new Error("r"))',
  'echo',
  'ToolError',
  'new ArrayBuffer(1e6)',
  '({ toJSON() { throw new Error("j") } })',
  '({ toJSON() { return this } })',
  '({ then(f) { f(1) } })',
  '({ get a() { for (;;) {} } })',
  '({ __proto__: null, a: 1 })',
  'JSON.parse(\'{"__proto__":{"a":1}}\')',
  'new WeakMap()',
];
const targets = [
  'Object.prototype',
  'Array.prototype',
  'Function.prototype',
  'Promise.prototype',
  'Error.prototype',
  'Map.prototype',
  'String.prototype',
  'JSON',
  'Reflect',
  'Promise',
  'globalThis',
  'console',
  'Symbol',
  'ToolError.prototype',
];
const members = [
  'toJSON',
  'then',
  'constructor',
  'get',
  'set',
  'stringify',
  'parse',
  'apply',
  'call',
  'slice',
  'message',
  'name',
  'stack',
  'log',
  'resolve',
  'hasOwn',
  'keys',
  'length',
  'indexOf',
  'push',
  'toString',
  'valueOf',
  'prepareStackTrace',
  'isValue',
  'value',
];

function expressionOf(random, depth) {
  if (depth <= 0) return random.pick(values);
  const inner = () => expressionOf(random, depth - 1);
  return random.pick([
    () => random.pick(values),
    () => `[${inner()}, ${inner()}]`,
    () => `({ a: ${inner()}, [${inner()}]: 1 })`,
    () => `await echo(${inner()})`,
    () => `await Promise.all([echo(${inner()}), echo(${inner()})])`,
    () => `attempt(() => ${inner()})`,
    () => `(${inner()}).constructor?.constructor?.("return this")?.()`,
    () => `Object.assign(${inner()}, ${inner()})`,
    () => `structure(${random.between(1, 20_000)})`,
    () => `new Array(${random.pick(['10', '1e5', '1e9', '2 ** 32'])}).fill(${inner()})`,
    () => `eval(${JSON.stringify(random.pick(['1', 'this', 'arguments', '(', 'await 1', 'throw 1']))})`,
    () => `String(${inner()})`,
    () => `JSON.stringify(${inner()})`,
  ])();
}

function statementOf(random, depth) {
  const inner = () => (depth <= 0 ? ';' : statementOf(random, depth - 1));
  const value = () => expressionOf(random, 2);
  return random.pick([
    () => `attempt(() => { ${random.pick(targets)}.${random.pick(members)} = ${random.pick(values)}; });`,
    () =>
      `attempt(() => Object.defineProperty(${random.pick(targets)}, "${random.pick(members)}", { get() { return ${random.pick(values)} } }));`,
    () => `attempt(() => { delete ${random.pick(targets)}.${random.pick(members)}; });`,
    () => `try { ${inner()} } catch (error) { console.log(error) } finally { ${inner()} }`,
    () => `for (let i = 0; i < ${random.pick(['3', '1e4', 'Infinity'])}; i++) { ${inner()} }`,
    () => `await (async () => { ${inner()} })();`,
    () => `(async () => { ${inner()} })();`,
    () => `throw ${value()};`,
    () => `console.${random.pick(['log', 'error'])}(${value()});`,
    () => `echo(${value()});`,
    () => `globalThis.kept = [globalThis.kept, ${value()}];`,
    () => `const f${random.between(0, 1e9)}: number = ${value()} as any;`,
    () => `${value()};`,
  ])();
}

/** What each program can use. The types make it TypeScript. */
export const preamble = `
const handler: any = new Proxy({}, { get() { return () => { throw new Error('trap') } } });
const cycle: any = {}; cycle.self = cycle;
const structure = (n: number) => { let s: any = 1; while (n-- > 0) s = [s]; return s };
const deep = structure(3000);
const attempt = (f: () => any) => { try { return f() } catch (error) { return error } };
`;
