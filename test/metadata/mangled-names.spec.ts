/**
 * It evaluates what compilers emit, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync as transformBySwc } from '@swc/core';
import { type Node, parse } from 'acorn';
import { transformSync } from 'esbuild';
import * as toolwright from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';
import { isMangledText } from '../../src/tool/metadata/mangled-names.js';
import { root } from '../support/repository.js';

const { DefinitionError, Param, Tool, ToolRegistry, ToolSpec, toolSpecsOf } = toolwright;

interface Output {
  readonly pipeline: string;
  readonly tool: string;
  readonly version: string;
  /** Whether the parameters have the author's names. */
  readonly hasAuthorNames: boolean;
  readonly code: string;
}

const folder = join(root, 'test/fixtures/minifiers');
const table = JSON.parse(readFileSync(join(folder, 'table.json'), 'utf8')) as readonly Output[];
const source = readFileSync(join(folder, 'service.ts'), 'utf8');
const classes = ['Orders', 'Calc', 'PlainCalc', 'Finder', 'Notes'];

/** Classes that contain no longer name at all, in code without white space: they need `names: 'source'`. */
const falseAlarms = [
  'esbuild minifyWhitespace: PlainCalc',
  'terser without mangling: PlainCalc',
  'swc minify without mangling: PlainCalc',
  'oxc whitespace only: PlainCalc',
];

/** Classes without a base class, whose names are preserved, in formatted code: only a bundled toolwright shows it. */
const missed = ['oxc mangling only', 'terser beautified'].flatMap((pipeline) =>
  ['PlainCalc', 'Finder', 'Notes'].map((name) => `${pipeline}: ${name}`),
);

/** Returns the texts of the classes in a module, in their order. */
function classTexts(code: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end } = node as Node;
    if (type === 'ClassDeclaration' || type === 'ClassExpression') texts.push(code.slice(start, end));
    else for (const member of Object.values(node)) visit(member);
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return texts;
}

describe('the parameter names in minified text', () => {
  it.each(table)('are recognized in the output of $pipeline ($tool $version)', ({ pipeline, hasAuthorNames, code }) => {
    const texts = classTexts(code);
    expect(texts).toHaveLength(classes.length);
    const verdicts = texts.map((text, index) => ({ name: classes[index], isMangled: isMangledText(text) }));
    const expected = classes.map((name) => {
      const isException = [...falseAlarms, ...missed].includes(`${pipeline}: ${name}`);
      return { name, isMangled: isException === hasAuthorNames };
    });
    expect(verdicts).toEqual(expected);
  });

  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
  const pipelines: Readonly<Record<string, () => string>> = {
    'esbuild, minified': () => transformSync(source, { loader: 'ts', format: 'cjs', minify: true, tsconfigRaw }).code,
    'swc, minified': () => {
      const parser = { syntax: 'typescript', decorators: true } as const;
      const minify = { compress: true, mangle: true };
      const jsc = { parser, transform: { legacyDecorator: true }, target: 'es2022', minify } as const;
      return transformBySwc(source, { jsc, minify: true, module: { type: 'commonjs' } }).code;
    },
  };

  it.each(Object.entries(pipelines))('are refused in classes from %s', (_, build) => {
    const exported = evaluate(build());
    for (const [name, method] of Object.entries({ Orders: 'find', Calc: 'add', PlainCalc: 'multiply', Notes: 'add' })) {
      const Service = exported[name] as new () => object;
      const build = (): unknown => toolOf(new Service(), method);
      expect(build).toThrow(DefinitionError);
      expect(build).toThrow(
        new RegExp(`\\.${method}: a minifier renamed its parameters, so that a model would see the names \\w\\w?, \\w`),
      );
      expect(build).toThrow('See node_modules/toolwright/docs/compilers-and-bundlers.md.');
    }
  });

  it('are the author’s in classes from esbuild without renamed identifiers', () => {
    const options = { loader: 'ts', format: 'cjs', minifyWhitespace: true, minifySyntax: true, tsconfigRaw } as const;
    const { Orders, Calc } = evaluate(transformSync(source, options).code) as Record<string, new () => object>;
    expect(Orders && argumentsOf(toolOf(new Orders(), 'find'))).toEqual(['query', 'since', 'limit']);
    expect(Calc && argumentsOf(toolOf(new Calc(), 'add'))).toEqual(['a', 'b']);
  });

  function evaluate(code: string): Readonly<Record<string, unknown>> {
    const module = { exports: {} };
    new Function('module', 'exports', 'require', code)(module, module.exports, () => toolwright);
    return module.exports;
  }
});

/** Evaluates an expression in which only the given names are known, as a minifier would write it. */
function minified(code: string, known: object = {}): never {
  return new Function(...Object.keys(known), `return ${code}`)(...Object.values(known)) as never;
}

/** Returns the names of the arguments that a model sees. */
function argumentsOf(spec: Pick<toolwright.ToolSpec, 'inputSchema'> | undefined): readonly string[] {
  return Object.keys(spec?.inputSchema.properties ?? {});
}

/** Returns the tool of a method of an instance whose class is not known. */
function toolOf(instance: object, method: string): toolwright.ToolSpec | undefined {
  return (toolSpecsOf(instance) as Readonly<Record<string, toolwright.ToolSpec>>)[method];
}

const numbers = [{ type: Number }, { type: Number }];

/** The declarations of `add`, as a user passes it to `fromFunction`. */
const additions: Readonly<Record<string, string>> = {
  'a function': 'function add(a = 1, b = 2) { return a + b }',
  'a function without defaults': 'function add(a, b) { return a + b }',
  'an async function': 'async function add(a = 1, b = 2) { return a + b }',
  'a generator': 'function* add(a = 1, b = 2) { yield a + b }',
  'an async generator': 'async function* add(a = 1, b = 2) { yield a + b }',
  'an arrow function': '(a = 1, b = 2) => a + b',
  'an async arrow function': 'async (a = 1, b = 2) => a + b',
  'a method of an object': '({ add(a = 1, b = 2) { return a + b } }).add',
  'an async method of an object': '({ async add(a = 1, b = 2) { return a + b } }).add',
  'a method of a class': 'new (class Adder { add(a = 1, b = 2) { return a + b } })().add',
};

// What tsx passes to esbuild: https://github.com/privatenumber/tsx, src/utils/transform/get-esbuild-options.ts.
const byTsx = { loader: 'ts', format: 'cjs', keepNames: true, minifyWhitespace: true, sourcesContent: true } as const;

describe('the text of a function that tsx has compiled', () => {
  const targets = ['esnext', 'es2022', 'es2020', 'es2017', 'es2016', 'es2015', 'node20', 'node24'];
  const numeric = { a: { type: Number }, b: { type: Number } };

  it.each(targets.flatMap((target) => Object.keys(additions).map((kind) => [kind, target] as const)))(
    'has the names of the author: %s, for %s',
    (kind, target) => {
      const { code } = transformSync(`export const add: unknown = ${additions[kind]};`, { ...byTsx, target });
      const module = { exports: {} as { readonly add: (a: number, b: number) => number } };
      new Function('module', 'exports', code)(module, module.exports);
      const spec = ToolSpec.fromFunction(module.exports.add, { name: 'add', params: numeric });
      expect(argumentsOf(spec)).toEqual(['a', 'b']);
    },
  );

  it.each(['esnext', 'es2020'])('has the names of the author in a class, for %s', (target) => {
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
    const source = `import { Tool, Param, ToolRegistry } from 'toolwright';
      export class Adder extends ToolRegistry {
        @Tool() add(@Param({ type: Number }) a = 1, @Param({ type: Number }) b = 2) { return a + b }
      }
      class Plain {
        @Tool() add(@Param({ type: Number }) a = 1, @Param({ type: Number }) b = 2) { return a + b }
      }
      export { Plain };`;
    const { code } = transformSync(source, { ...byTsx, target, tsconfigRaw });
    const module = { exports: {} as Readonly<Record<string, new () => object>> };
    new Function('module', 'exports', 'require', code)(module, module.exports, () => toolwright);
    for (const Class of Object.values(module.exports))
      expect(argumentsOf(toolOf(new Class(), 'add'))).toEqual(['a', 'b']);
  });

  it.each(Object.keys(additions))('is refused if a minifier renamed the parameters: %s', (kind) => {
    const { code } = transformSync(`export const add: unknown = ${additions[kind]};`, {
      ...byTsx,
      minify: true,
      keepNames: false,
    });
    const module = { exports: {} as { readonly add: () => number } };
    new Function('module', 'exports', code)(module, module.exports);
    expect(() => ToolSpec.fromFunction(module.exports.add, { name: 'add' }).inputSchema).toThrow(
      /a minifier renamed its parameters|look like those of a minifier/,
    );
  });
});

describe('short names without white space', () => {
  const types = { params: { a: { type: Number }, b: { type: Number } } } as const;

  it('are the author’s if params names them, or in order', () => {
    expect(argumentsOf(ToolSpec.fromFunction(minified('(a,b)=>a+b'), { name: 'sum', ...types }))).toEqual(['a', 'b']);
    const named = [
      { name: 'first', ...numbers[0] },
      { name: 'second', ...numbers[1] },
    ];
    expect(argumentsOf(ToolSpec.fromFunction(minified('(a,b)=>a+b'), { name: 'sum', params: named }))).toEqual([
      'first',
      'second',
    ]);
  });

  it('are refused in the text of a function', () => {
    const build = (): unknown => ToolSpec.fromFunction(minified('(e,t)=>e+t'), { name: 'sum' }).inputSchema;
    expect(build).toThrow(
      /^sum: a minifier renamed its parameters, so that a model would see the names e, t\. Fix one of: /,
    );
    const buildOne = (): unknown => ToolSpec.fromFunction(minified('e=>e'), { name: 'echo' }).inputSchema;
    expect(buildOne).toThrow(/^echo: parameter 'e' has no runtime type.* The names e look like those of a minifier: /);
  });

  it('are the author’s in formatted text', () => {
    expect(() => ToolSpec.fromFunction((a: number, b: number) => a + b, { name: 'sum', ...types })).not.toThrow();
    expect(() => ToolSpec.fromFunction(minified('(a, b) => a + b'), { name: 'sum' }).inputSchema).toThrow(/type/);
  });

  function service(names: 'source' | undefined, decorate: (prototype: object) => void = () => {}): object {
    const Service = minified('class e{sum(a,b){return a+b}}') as new () => { sum: unknown };
    const descriptor = Object.getOwnPropertyDescriptor(Service.prototype, 'sum') as PropertyDescriptor;
    decorate(Service.prototype);
    Reflect.defineMetadata('design:paramtypes', [Number, Number], Service.prototype, 'sum');
    Tool({ names })(Service.prototype, 'sum', descriptor);
    return new Service();
  }

  it("are refused in a class, and settled by names: 'source', @Param({ name }) or generated metadata", () => {
    const parametersOf = (instance: object): unknown => argumentsOf(toolOf(instance, 'sum'));
    expect(() => parametersOf(service(undefined))).toThrow('e.sum: a minifier renamed its parameters');
    expect(parametersOf(service('source'))).toEqual(['a', 'b']);
    const decorated = service(undefined, (prototype) => {
      Param({ name: 'first' })(prototype, 'sum', 0);
      Param({ name: 'second' })(prototype, 'sum', 1);
    });
    expect(parametersOf(decorated)).toEqual(['first', 'second']);
    const generated = service(undefined);
    const params = ['one', 'two'].map((name) => ({ name, schema: { type: 'number' } as const }));
    defineToolSchemas(generated.constructor, { sum: { params } });
    expect(parametersOf(generated)).toEqual(['one', 'two']);
  });

  it('are irrelevant where no model sees them', () => {
    const whole = ToolSpec.fromFunction(minified('e=>e.query'), {
      name: 'find',
      inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
    });
    expect(argumentsOf(whole)).toEqual(['query']);
    expect(argumentsOf(ToolSpec.fromFunction(minified('()=>1'), { name: 'one' }))).toEqual([]);
  });

  it("are confirmed by names: 'source' only", () => {
    const build = (): unknown =>
      ToolSpec.fromFunction((text: string) => text, { name: 'echo', names: 'text' as never });
    expect(build).toThrow('echo: names must be \'source\', not "text".');
    class Service extends ToolRegistry {
      @Tool({ names: 'source' })
      add(a: number, b: number): number {
        return a + b;
      }
    }
    expect(argumentsOf(new Service().toolSpec('add'))).toEqual(['a', 'b']);
  });
});
