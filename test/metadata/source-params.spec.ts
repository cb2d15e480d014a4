/**
 * It evaluates functions that are written as text, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import { readClassText, readSourceParams, type SourceParam } from '../../src/tool/metadata/source-params.js';
import { root } from '../support/repository.js';

type Callable = (...args: never[]) => unknown;
type AnyClass = new (...args: never[]) => object;

interface Fixture {
  readonly Service: AnyClass & Record<string, Callable>;
  readonly Expression: AnyClass;
  readonly functions: Readonly<Record<string, Callable>>;
}

const file = join(root, 'test/fixtures/source-params/service.ts');
const source = readFileSync(file, 'utf8');

function tscTo(target: ts.ScriptTarget): string {
  const compilerOptions: ts.CompilerOptions = {
    target,
    module: ts.ModuleKind.CommonJS,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

const latest = tscTo(ts.ScriptTarget.ES2022);

function minified(): string {
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
  return transformSync(source, { loader: 'ts', format: 'cjs', minify: true, tsconfigRaw }).code;
}

/** Instruments the code with babel-plugin-istanbul, as `jest --coverage` does with its default provider. */
async function instrumented(): Promise<string> {
  // The specifier is a variable, so that no tool reports it as a missing dependency. It is a dependency of jest.
  const instrumenter = 'istanbul-lib-instrument';
  const { createInstrumenter } = (await import(instrumenter)) as {
    createInstrumenter: (options: object) => { instrumentSync: (code: string, file: string) => string };
  };
  return createInstrumenter({ esModules: false, compact: false }).instrumentSync(latest, file);
}

function evaluate(code: string): Fixture {
  const module = { exports: {} };
  new Function('module', 'exports', code)(module, module.exports);
  return module.exports as Fixture;
}

function read(owner: AnyClass, name: string): readonly SourceParam[] | undefined {
  return readSourceParams(owner, name, (owner.prototype as Record<string, Callable>)[name] as Callable);
}

function required(name: string | undefined): SourceParam {
  return { name, hasDefault: false, rest: false };
}

function optional(name: string | undefined, ...literal: [] | [unknown]): SourceParam {
  const param = { name, hasDefault: true, rest: false };
  return literal.length === 0 ? param : { ...param, default: literal[0] };
}

function rest(name: string | undefined): SourceParam {
  return { name, hasDefault: false, rest: true };
}

const expected: Readonly<Record<string, readonly SourceParam[]>> = {
  plain: [required('query'), optional('limit', 10), rest('rest')],
  asynchronous: [required('query')],
  asynchronousWithDefault: [required('query'), optional('limit', 10)],
  generator: [required('query'), optional('step', 2)],
  asyncGenerator: [required('query')],
  asyncGeneratorWithDefault: [required('query'), optional('limit', 10)],
  'quoted-name': [required('query')],
  'literal-key': [required('query')],
  computed: [required('query'), optional('limit', 4)],
  '42': [required('query')],
  get: [required('get'), required('set')],
  static: [required('of')],
  async: [required('await_')],
  hidden: [required('query')],
  defaults: [
    optional('text', 'te"xt'),
    optional('template', 'plain'),
    optional('negative', -1),
    optional('large', 1000),
    optional('fraction', 0.5),
    optional('yes', true),
    optional('no', false),
    optional('nothing', null),
    optional('absent'),
    optional('list', ['a', 1]),
    optional('options', { deep: { on: true }, 'quoted key': [] }),
    optional('now'),
    optional('shared'),
    optional('big'),
    optional('pattern'),
    optional('mixed'),
  ],
  patterns: [required(undefined), optional(undefined, []), optional(undefined, { d: 1 }), rest(undefined)],
  wrapped: [required('query'), optional('limit', 10)],
  wrappedAbove: [required('query'), optional('limit', 10)],
  wrappedBelow: [required('query'), optional('limit', 10)],
};

const expectedOfFunctions: Readonly<Record<string, readonly SourceParam[]>> = {
  declared: [required('query'), optional('limit', 10)],
  expressed: [required('query'), optional('limit', 10)],
  arrow: [required('query'), optional('limit', 10)],
  asyncArrow: [required('query')],
  bare: [required('query')],
  shorthand: [required('query'), optional('limit', 10)],
};

const builds: readonly [string, () => string | Promise<string>][] = [
  ['tsc at ES2022', () => latest],
  ['tsc at ES2018', () => tscTo(ts.ScriptTarget.ES2018)],
  ['tsc at ESNext', () => tscTo(ts.ScriptTarget.ESNext)],
  ['the istanbul coverage provider', instrumented],
];

describe('readSourceParams', () => {
  describe.each(builds)('on code from %s', (_name, build) => {
    let fixture: Fixture;

    beforeAll(async () => {
      fixture = evaluate(await build());
    });

    it.each(Object.keys(expected))('reads names, literal defaults and rest of %s', (method) => {
      expect(read(fixture.Service, method)).toStrictEqual(expected[method]);
    });

    it.each(Object.keys(expectedOfFunctions))('reads a plain function: %s', (name) => {
      const fn = fixture.functions[name] as Callable;
      expect(readSourceParams(undefined, name, fn)).toStrictEqual(expectedOfFunctions[name]);
    });

    it('reads a class expression', () => {
      expect(read(fixture.Expression, 'plain')).toStrictEqual([required('replaced'), optional('times', 1)]);
    });
  });

  // For targets without native support, the compiler moves the parameters of such a method into an inner function.
  describe.each([
    ['ES2017', ts.ScriptTarget.ES2017, ['asyncGeneratorWithDefault']],
    ['ES2015', ts.ScriptTarget.ES2015, ['asynchronousWithDefault', 'asyncGeneratorWithDefault']],
  ])('on code from tsc at %s', (_name, target, rewritten) => {
    const { Service } = evaluate(tscTo(target));
    const kept = Object.keys(expected).filter((method) => !rewritten.includes(method));

    it.each(kept)('reads names, literal defaults and rest of %s', (method) => {
      expect(read(Service, method)).toStrictEqual(expected[method]);
    });

    it.each(rewritten)('reports the parameters of %s that the compiler preserved', (method) => {
      expect(read(Service, method)).toStrictEqual([required('query_1')]);
    });
  });

  describe('on minified code', () => {
    const { Service, functions } = evaluate(minified());
    const nameless = (params: readonly SourceParam[] | undefined) =>
      params?.map((param) => ({ ...param, name: undefined }));

    it.each(Object.keys(expected))('reads counts, literal defaults and rest of %s', (method) => {
      expect(nameless(read(Service, method))).toEqual(nameless(expected[method]));
    });

    it.each(Object.keys(expectedOfFunctions))('reads a plain function: %s', (name) => {
      const params = readSourceParams(undefined, name, functions[name] as Callable);
      expect(nameless(params)).toEqual(nameless(expectedOfFunctions[name]));
    });
  });

  describe('if the text of the class contains no methods', () => {
    it("falls back to the method's own text", () => {
      const owner = function Old() {} as unknown as AnyClass;
      const method = {
        search(query: string, limit = 5): string {
          return query + limit;
        },
      }.search;
      expect(readSourceParams(owner, 'search', method)).toStrictEqual([required('query'), optional('limit', 5)]);
    });

    it.each([
      ['a plain method', '({ m(a, b = 1) {} }).m'],
      ['an async method', '({ async m(a, b = 1) {} }).m'],
      ['a generator method', '({ *m(a, b = 1) {} }).m'],
      ['an async generator method', '({ async *m(a, b = 1) {} }).m'],
      ['a quoted method', "({ 'm n'(a, b = 1) {} })['m n']"],
      ['a computed method', "({ ['m' + 1](a, b = 1) {} }).m1"],
      [
        'a method that uses super and private names',
        '(class { #p; m(a, b = 1) { return super.m(this.#p); } }).prototype.m',
      ],
      ['a static method', '(class { static m(a, b = 1) {} }).m'],
      ["a method named 'function'", '({ function(a, b = 1) {} }).function'],
      ["a method named 'async'", '({ async(a, b = 1) {} }).async'],
      ["a method named 'constructor'", '({ constructor(a, b = 1) {} }).constructor'],
      ['a sloppy function', 'function (a, b = 1) { with (a) { return await; var await; } }'],
      ['an async arrow function', 'async (a, b = 1) => a'],
    ])('reads %s', (_kind, code) => {
      const method = new Function(`return (${code})`)() as Callable;
      expect(readSourceParams(undefined, 'm', method)).toStrictEqual([required('a'), optional('b', 1)]);
    });

    it.each([
      ['a function', 'function search(a, b) {}'],
      ['a function without a name', 'function(a,b,) {}'],
      ['an async generator', 'async function* search ( a,\n b ) {}'],
      ['an arrow function', '(a, b) => a'],
      ['an async arrow function', 'async (a, b) => a'],
      ['a method', '({ $m_1(a, b) {} }).$m_1'],
      ['a generator method', '({ async *m(a, b) {} }).m'],
      ["a method named 'get'", '({ get(a, b) {} }).get'],
      ["a method named 'async'", '({ async(a, b) {} }).async'],
      ["a method named 'function'", '({ function(a, b) {} }).function'],
      ['a function that speaks of native code', 'function (a, b) { return "[native code]"; }'],
      ['a function with a comment', 'function (a /* the first */, b) {}'],
    ])('reads the names of %s', (_kind, code) => {
      const method = new Function(`return (${code})`)() as Callable;
      expect(readSourceParams(undefined, 'm', method)).toStrictEqual([required('a'), required('b')]);
    });

    it.each(['function () {}', '() => 1', '({ m( ) {} }).m', '({ *m() {} }).m'])('reads %s: no parameters', (code) => {
      const method = new Function(`return (${code})`)() as Callable;
      expect(readSourceParams(undefined, 'm', method)).toStrictEqual([]);
    });

    it.each<[string, Callable]>([
      ['a native function', Math.max],
      ['a bound function', ((a: unknown) => a).bind(null)],
      ['a proxy', new Proxy((a: unknown) => a, {})],
      [
        'a class',
        class {
          constructor(readonly a: unknown) {}
        } as unknown as Callable,
      ],
      ['an accessor', Object.getOwnPropertyDescriptor({ set a(value: unknown) {} }, 'a')?.set as Callable],
    ])('reports nothing for %s', (_kind, method) => {
      expect(readSourceParams(undefined, 'method', method)).toBeUndefined();
    });
  });

  it('distinguishes an instance method from a static, private or accessor member of the same name', () => {
    class Owner {
      static search(other: number): number {
        return other;
      }
      search(query: string): string {
        return query + this.#search(1);
      }
      #search(third: number): number {
        return third;
      }
    }
    expect(read(Owner, 'search')).toStrictEqual([required('query')]);
  });

  it('ignores functions that wrap a method, even plain ones', () => {
    class Owner {
      search(query: string): string {
        return query;
      }
    }
    const wrapper = {
      search(other: number): number {
        return other;
      },
    };
    expect(readSourceParams(Owner, 'search', wrapper.search)).toStrictEqual([required('query')]);
    expect(readSourceParams(Owner, 'search', Owner.prototype.search)).toStrictEqual([required('query')]);
  });

  it("is not misled by a class's own toString", () => {
    class Owner {
      static toString(): string {
        return 'class { search(other) {} }';
      }
      search(query: string): string {
        return query;
      }
    }
    expect(read(Owner as AnyClass, 'search')).toStrictEqual([required('query')]);
  });

  it('returns frozen values', () => {
    class Owner {
      search(options = { tags: ['a'] }): unknown {
        return options;
      }
    }
    const [param] = read(Owner, 'search') ?? [];
    const options = param?.default as { tags: string[] } | undefined;
    expect([param, options, options?.tags].every(Object.isFrozen)).toBe(true);
  });

  it('parses a class of 10,000 methods once', () => {
    const methods = Array.from(
      { length: 10_000 },
      (_, index) => `m${index}(a${index}${index % 2 ? '' : `, b = ${index}`}) {}`,
    );
    const Owner = new Function(`return class { ${methods.join('\n')} }`)() as AnyClass;
    const readEach = (from: number, to: number): number => {
      const startedAt = performance.now();
      for (let index = from; index < to; index++) expect(read(Owner, `m${index}`)?.[0]?.name).toBe(`a${index}`);
      return performance.now() - startedAt;
    };
    const parsingMs = readEach(0, 1);
    // Another parse for each of them would take a thousand times as long as the first.
    expect(readEach(1, 1_001)).toBeLessThan(300 * parsingMs);
  });
});

describe('readClassText', () => {
  it('skips standard decorators in the text', () => {
    const text = `@entity class extends Base {
      @tool() search(query, limit = 10) {}
      @tool({ tags: ['}'], of: (x) => x }, ...more) @ns.log.debug async *watch(query) {}
      @(make\`@\`)['x'](query) {}
      @tool static search(other) {}
      @field accessor count = '@';
      @tool() static accessor #total = 0;
      accessor(one) {}
      nested = class { @tool inner() {} };
      @tool get size() { return 1 }
    }`;
    expect(Object.fromEntries(readClassText(text))).toStrictEqual({
      search: [required('query'), optional('limit', 10)],
      watch: [required('query')],
      x: [required('query')],
      accessor: [required('one')],
    });
  });

  it('reads classes that refer to surrounding code', () => {
    const text = `class A extends (await base()) {
      here() { return [import.meta.url, this.#outer, super.here] }
      [await key()](unknown) {}
    }`;
    expect([...readClassText(text).keys()]).toEqual(['here']);
  });

  it('uses the last of two methods with the same name, as the engine does', () => {
    expect(readClassText('class { a(x) {} a(y, z) {} }').get('a')).toHaveLength(2);
  });

  it.each([
    ["(cov().b[0][0]++, 'ten')", 'ten'],
    ['!0', true],
    ['!1', false],
    ['+1', 1],
    ['1e3', 1000],
    ['-.5', -0.5],
    ['(count++, -1)', -1],
    ['[(count++, 1), [!0]]', [1, [true]]],
    ["{ ['a']: 1, 2: null }", { a: 1, '2': null }],
  ])('reads %s as a literal', (code, value) => {
    expect(readClassText(`class { m(a = ${code}) {} }`).get('m')).toStrictEqual([optional('a', value)]);
  });

  it.each([
    'void 0',
    '1e999',
    'NaN',
    '-10n',
    '~1',
    "-'1'",
    '`a$' + '{b}`',
    '[...a]',
    '[,]',
    '[undefined]',
    '{ ...a }',
    '{ a }',
    '{ a() {} }',
    '{ get a() { return 1 } }',
    '{ __proto__: null }',
    '{ [a]: 1 }',
    'a.b',
    'new A()',
    '() => 1',
  ])('reads %s as a default that is not a literal', (code) => {
    expect(readClassText(`class { m(a = ${code}) {} }`).get('m')).toStrictEqual([optional('a')]);
  });
});
