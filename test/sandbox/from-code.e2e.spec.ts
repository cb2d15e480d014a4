import { lastValueFrom, toArray } from 'rxjs';
import { ToolSpec } from 'toolwright';
import { CalculatorTools } from 'toolwright/builtin';
import { type FromCodeOptions, fromCode, unsafeFromCode } from 'toolwright/sandbox';
import { describeCalls } from '../contracts/executor.contract.js';
import { deferred } from '../execution/waiting.js';

const orders = `
/** The state of an order. */
type State = 'open' | 'paid';

interface Order {
  /** The number of the order. */
  id: number;
  state: State;
}

function isDue({ state }: Order): boolean {
  return state === 'open';
}

/**
 * Lists the orders that are due.
 *
 * @param orders - The orders to check
 * @param limit - The maximum number of orders
 * @minimum 1
 * @returns The orders that are due
 * @example dueOrders([{ id: 1, state: 'open' }])
 */
export function dueOrders(orders: readonly Order[], limit = 10): Order[] {
  return orders.filter(isDue).slice(0, limit);
}`;

describe.each([
  ['fromCode', fromCode, 'sandbox'],
  ['unsafeFromCode', unsafeFromCode, 'native'],
] as const)('%s', (_, create, kind) => {
  const dataOf = async (source: string, args: object, options: FromCodeOptions = {}): Promise<unknown> => {
    const spec = await create(source, options);
    return spec.call(args as Record<string, unknown>);
  };

  it('creates a tool with the schemas and the description of its types and comments', async () => {
    const spec = await create(orders);
    expect(spec).toMatchObject({
      name: 'dueOrders',
      description: 'Lists the orders that are due.',
      kind,
    });
    expect(spec.inputSchema).toEqual({
      type: 'object',
      properties: {
        orders: {
          type: 'array',
          description: 'The orders to check',
          items: {
            type: 'object',
            properties: {
              id: { type: 'number', description: 'The number of the order.' },
              state: { type: 'string', enum: ['open', 'paid'], description: 'The state of an order.' },
            },
            required: ['id', 'state'],
            additionalProperties: false,
          },
        },
        limit: { type: 'number', default: 10, minimum: 1, description: 'The maximum number of orders' },
      },
      required: ['orders'],
      additionalProperties: false,
    });
    expect(spec.outputSchema).toMatchObject({ type: 'array', description: 'The orders that are due' });
    expect(spec.examples).toEqual([{ input: { orders: [{ id: 1, state: 'open' }] } }]);
    const due = { id: 1, state: 'open' };
    expect(await spec.call({ orders: [due, { id: 2, state: 'paid' }] })).toEqual([due]);
    expect(await spec.call({ orders: [due, due], limit: 1 })).toEqual([due]);
  });

  it('validates arguments against the types', async () => {
    const { error } = await (await create(orders)).exec({ orders: [{ id: 'x', state: 'late' }], limit: 0 });
    expect(error).toMatchObject({ code: 'invalid_parameters', details: { issues: expect.any(Array) } });
  });

  it.each([
    ['a function', 'function add(a: number, b: number) { return a + b }', 5],
    ['an async function', 'export async function add(a: number, b: number) { return a + b }', 5],
    ['an arrow function', 'const add = (a: number, b: number): number => a + b;', 5],
    ['an async arrow function', 'export const add = async (a: number, b: number) => a + b', 5],
    ['a function expression', 'const add = function (a: number, b: number) { return a + b }', 5],
    ['a default export', 'export default function add(a: number, b: number) { return a + b }', 5],
    [
      'a default export that is declared before',
      'function add(a: number, b: number) { return a + b }\nexport default add;',
      5,
    ],
    [
      'an export list',
      'function help() {}\nfunction sum(a: number, b: number) { return a + b }\nexport { sum as add };',
      5,
    ],
    ['one object', 'function add({ a, b = 1 }: { a: number; b?: number }) { return a + b }', 5],
    ['plain JavaScript', 'function add(a, b) { return a + b }', 5],
    ['recursion', 'function add(a: number, b: number): number { return b === 0 ? a : add(a + 1, b - 1) }', 5],
    [
      'a class',
      'class Sum { #n = 0; add(n: number) { this.#n += n; return this; } get value() { return this.#n } }\nexport function add(a: number, b: number) { return new Sum().add(a).add(b).value }',
      5,
    ],
    [
      'code at the top level',
      'const table = new Map<string, number>();\ntable.set("base", 0);\nfunction add(a: number, b: number) { return table.get("base")! + a + b }',
      5,
    ],
  ])('reads %s', async (_, source, data) => {
    expect(await dataOf(source, { a: 2, b: 3 })).toBe(data);
  });

  it('names a default export that has no name', async () => {
    const spec = await create('export default (text: string) => text.length', { name: 'count' });
    expect([spec.name, await spec.call({ text: 'tea' })]).toEqual(['count', 3]);
  });

  it('passes missing arguments as undefined, and rest arguments one by one', async () => {
    const source =
      'function show(a: string, b = "none", c?: number, ...rest: number[]) { return [a, b, c === undefined, rest] }';
    expect(await dataOf(source, { a: 'x' })).toEqual(['x', 'none', true, []]);
    expect(await dataOf(source, { a: 'x', c: 1, rest: [4, 5] })).toEqual(['x', 'none', false, [4, 5]]);
  });

  it('chooses one of several functions by name', async () => {
    const source =
      'export function one(): number { return 1 }\nexport const two = (): number => 2;\nfunction three() {}';
    expect((await create(source, { name: 'two' })).name).toBe('two');
    expect((await create(source, { name: 'three' })).name).toBe('three');
    await expect(create(source)).rejects.toThrow('several functions: one, two, three');
    await expect(create(source, { name: 'four' })).rejects.toThrow("no function 'four'");
  });

  it('shows the code its values and functions', async () => {
    const source =
      'async function total(items: string[]) { let sum = 0; for (const one of items) sum += await priceOf(one); return sum * rates.vat }';
    const options = { env: { rates: { vat: 2 } }, allow: { priceOf: (name: string) => name.length } };
    expect(await dataOf(source, { items: ['tea', 'milk'] }, options)).toBe(14);
  });

  it('lets the code call a tool', async () => {
    const length = ToolSpec.fromFunction((text: string) => text.length, {
      name: 'length',
      params: { text: { type: String } },
    });
    const source = 'async function twice(text: string) { return 2 * await length({ text }) }';
    expect(await dataOf(source, { text: 'tea' }, { allow: { length } })).toBe(6);
  });

  it('needs no types with an input schema', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const;
    const spec = await create('function half(a) { return a / 2 }', { inputSchema, description: 'Halves a number.' });
    expect([spec.description, await spec.call({ a: 4 })]).toEqual(['Halves a number.', 2]);
  });

  it('binds parameters', async () => {
    const source = 'function greet(name: string, user: string) { return user + " greets " + name }';
    const spec = await create(source, { bind: { user: 'session.user' }, state: { session: { user: 'Ann' } } });
    expect(Object.keys(spec.inputSchema.properties ?? {})).toEqual(['name']);
    expect(await spec.call({ name: 'Bo' })).toBe('Ann greets Bo');
  });

  it('streams the chunks of a generator', async () => {
    const source =
      'export async function* words(text: string) { for (const one of text.split(" ")) yield one; return "end" }';
    const responses = await lastValueFrom((await create(source)).stream({ text: 'a b' }).pipe(toArray()));
    expect(responses.map(({ content, isLast }) => [content[0], isLast])).toEqual([
      [{ type: 'text', text: 'a' }, false],
      [{ type: 'text', text: 'b' }, false],
      [{ type: 'text', text: 'end' }, true],
    ]);
  });

  it.each([
    ['text that does not compile', 'function a( { return 1 }', 'does not compile'],
    ['text without a function', 'const a = 1;', 'no function'],
    ['imports', 'import fs from "node:fs";\nexport function a() {}', 'imports modules'],
    ['a type without a schema', 'function a(run: () => void) {}', 'a function'],
    [
      'a declaration without an implementation',
      'export declare function a(args: { b: number }): Promise<number>;',
      'no body',
    ],
    ['a name that no tool can have', 'function größe() {}', 'größe'],
  ])('refuses %s', async (_, source, message) => {
    await expect(create(source)).rejects.toMatchObject({
      code: 'definition',
      message: expect.stringContaining(message),
    });
  });

  it('refuses an unknown option', async () => {
    await expect(create('function a() {}', { timeoutMS: 5 } as FromCodeOptions)).rejects.toThrow("'timeoutMs'");
  });

  describe('round-trips the code of', () => {
    const add = (a: number, b: number): number => a + b;
    const specs: Readonly<Record<string, () => ToolSpec | Promise<ToolSpec>>> = {
      'a function': () =>
        ToolSpec.fromFunction(add, {
          name: 'add-numbers',
          description: 'Adds two numbers.',
          params: { a: { type: Number, description: 'The first', minimum: 0 }, b: { type: Number, optional: true } },
        }),
      'a built-in tool': () => new CalculatorTools().toolSpec('calculate') as ToolSpec,
      'a tool from code': () => fromCode(orders),
    };
    it.each(Object.keys(specs))('%s', async (name) => {
      const spec = (await specs[name]?.()) as ToolSpec;
      const again = await create(spec.code, { allow: { [spec.name]: spec } });
      expect(again.name).toBe(spec.name);
      expect(again.code).toBe(spec.code);
      expect(again.inputSchema).toEqual(spec.inputSchema);
    });

    it.each(Object.keys(specs))('%s with another implementation, which has its types', async (name) => {
      const spec = (await specs[name]?.()) as ToolSpec;
      const again = await create(spec.code, { allow: { [spec.name]: (args: object) => Object.keys(args) } });
      const withoutComments = (text: string): string => text.replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '');
      expect({ name: again.name, description: again.description, code: withoutComments(again.code) }).toEqual({
        name: spec.name,
        description: spec.description,
        code: withoutComments(spec.code),
      });
    });

    it('a tool that still runs', async () => {
      const spec = ToolSpec.fromFunction(add, { name: 'add', params: { a: { type: Number }, b: { type: Number } } });
      expect(await (await create(spec.code, { allow: { add: spec } })).call({ a: 1, b: 2 })).toBe(3);
      const product = ({ a, b }: { a: number; b: number }): number => a * b;
      expect(await (await create(spec.code, { allow: { add: product } })).call({ a: 4, b: 2 })).toBe(8);
    });
  });
});

describe('fromCode', () => {
  it('keeps the code away from the host', async () => {
    const spec = await fromCode(
      'function look(): string[] { return ["process", "require", "fetch"].filter((name) => name in globalThis) }',
    );
    expect(await spec.call({})).toEqual([]);
  });

  it('runs each call anew', async () => {
    const spec = await fromCode('let count = 0;\nfunction next(): number { return ++count }');
    expect([await spec.call({}), await spec.call({})]).toEqual([1, 1]);
  });

  it('reports an error with the line of the text', async () => {
    const spec = await fromCode(
      'interface A { a: number }\n\nfunction fail(): void {\n  throw new RangeError("out of tea");\n}',
    );
    expect(await spec.exec({})).toMatchObject({
      success: false,
      error: {
        code: 'execution',
        message: expect.stringMatching(/^RangeError: out of tea \(line 4, column \d+\)$/),
        details: { reason: 'thrown', line: 4 },
      },
    });
  });

  it('limits each call', async () => {
    const spec = await fromCode('function loop(): void { for (;;) {} }', { limits: { computeMs: 50 } });
    expect(await spec.exec({})).toMatchObject({ error: { code: 'timeout', details: { reason: 'compute_time' } } });
  });

  it('matches the patterns of the text in linear time', async () => {
    const pattern = (text: string): string =>
      `/** @param a - x\n * @pattern ${text} */\nfunction match(a: string) { return a }`;
    const args = { a: `${'a'.repeat(40)}!` };
    expect(await (await fromCode(pattern('^(a+)+$'))).exec(args)).toMatchObject({
      error: { code: 'invalid_parameters' },
    });
    expect(await (await fromCode(pattern('^(a)\\1'))).exec(args)).toMatchObject({ error: { code: 'definition' } });
  });
});

describeCalls('tools from code', async () => {
  let stopped = 0;
  const wait = ToolSpec.create({
    name: 'wait',
    executor: {
      kind: 'native',
      execute: (_, { signal }) => {
        const done = deferred<void>();
        signal.addEventListener('abort', () => {
          stopped++;
          done.resolve();
        });
        return done.promise;
      },
    },
  });
  return {
    echo: await fromCode('function echo(text: string) { return text }'),
    steps: await fromCode(
      'async function* steps(text: string) { for (const one of text.split(" ")) yield one; return text }',
    ),
    fail: await fromCode('function fail(text: string) { throw "out of tea" }'),
    failLater: await fromCode('function* failLater(text: string) { yield "one cup"; throw "out of tea" }'),
    linger: await fromCode(
      'async function* linger(text: string) { const end = wait(); yield "one cup"; await end; yield "late" }',
      {
        allow: { wait },
      },
    ),
    stopped: () => stopped,
    close: async () => {},
  };
});
