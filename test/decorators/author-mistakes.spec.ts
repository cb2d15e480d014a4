/**
 * It evaluates what a compiler emits, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'toolwright/dto';
import { join } from 'node:path';
import { DefinitionError, type ToolRegistry, toolSpecsOf } from 'toolwright';
import ts from 'typescript';
import { jestSetUp } from '../support/jest-set-up.js';
import { createProgram } from '../support/program.js';
import { root } from '../support/repository.js';
import { type Compilation, evaluate } from './evaluate.js';

type AnyClass = new () => object;

/** A mistake in the class `Kb`, and the error message. */
type Mistake = readonly [mistake: string, source: string, message: string];

const head = "import { Bind, Ctx, Field, Param, Tool, ToolContext } from 'toolwright';\n";
const legacy: Compilation = { compiler: 'tsc', decorators: 'legacy' };

/** Returns the message of the error that is thrown when the class is defined or its specs are created. */
function errorOf(source: string, compilation: Compilation = legacy): string {
  try {
    toolSpecsOf(new (evaluate(head + source, compilation).Kb as AnyClass)());
  } catch (error) {
    return error instanceof DefinitionError ? error.message : `not a DefinitionError: ${String(error)}`;
  }
  return 'no error';
}

/** Checks whether the definition of the class fails, before any instance exists. */
function failsWhenDefined(source: string): boolean {
  try {
    evaluate(head + source, legacy);
  } catch (error) {
    return error instanceof DefinitionError;
  }
  return false;
}

const page = 'See node_modules/toolwright/docs/troubleshooting.md.';
const remedy = `${jestSetUp}, or use a DTO class or @Param({ schema }).`;

const itemsRemedy = `${jestSetUp}, or use @Param({ type: [Item] }) with the class of the items or @Param({ schema }).`;

const misplaced: readonly Mistake[] = [
  [
    'a static method',
    'export class Kb { @Tool() static search() {} }',
    '@Tool() cannot be applied to a static method (Kb.search). Make it an instance method.',
  ],
  [
    'a symbol-named method',
    "export class Kb { @Tool() [Symbol('search')]() {} }",
    '@Tool() cannot be applied to a symbol-named member (Kb.Symbol(search)). A tool requires a string name.',
  ],
  [
    'a getter',
    'export class Kb { @Tool() get search() { return 1; } }',
    '@Tool() cannot be applied to an accessor (Kb.search). @Tool() can only be applied to class methods.',
  ],
  [
    'a field',
    'export class Kb { @Tool() search = () => 1; }',
    '@Tool() cannot be applied to a field (Kb.search). @Tool() can only be applied to class methods: write `name() { … }`, not `name = () => …`.',
  ],
  [
    'a parameter',
    'export class Kb { search(@Tool() query: string) {} }',
    '@Tool() cannot be applied to a parameter (Kb.search). Apply it to the method.',
  ],
  ['a class', '@Tool() export class Kb {}', '@Tool() cannot be applied to a class (Kb). Apply it to the methods.'],
  [
    '@Tool without parentheses',
    'export class Kb { @Tool search() {} }',
    'Decorators must be called: write @Tool(…) on Kb.search.',
  ],
  [
    '@Tool without parentheses on a class',
    '@Tool export class Kb {}',
    'Decorators must be called: write @Tool(…) on Kb.',
  ],
  [
    '@Param without parentheses',
    'export class Kb { @Tool() search(@Param query: string) {} }',
    'Decorators must be called: write @Param(…) on Kb.search.',
  ],
  [
    '@Bind without parentheses',
    'export class Kb { @Tool() search(@Bind query: string) {} }',
    'Decorators must be called: write @Bind(…) on Kb.search.',
  ],
  [
    '@Ctx without parentheses',
    'export class Kb { @Tool() search(@Ctx ctx: unknown) {} }',
    'Decorators must be called: write @Ctx(…) on Kb.search.',
  ],
  [
    '@Field without parentheses',
    'export class Kb { @Field title: string; }',
    'Decorators must be called: write @Field(…) on Kb.title.',
  ],
  [
    '@Param on a constructor parameter',
    'export class Kb { constructor(@Param({}) store: unknown) {} }',
    '@Param() cannot be applied to a constructor parameter (Kb). Apply it to a parameter of a tool method.',
  ],
  [
    '@Bind on a constructor parameter',
    "export class Kb { constructor(@Bind('store') store: unknown) {} }",
    '@Bind() cannot be applied to a constructor parameter (Kb). Apply it to a parameter of a tool method.',
  ],
  [
    '@Ctx on a constructor parameter',
    'export class Kb { constructor(@Ctx() ctx: unknown) {} }',
    '@Ctx() cannot be applied to a constructor parameter (Kb). Apply it to a parameter of a tool method.',
  ],
  [
    '@Param on a static method',
    'export class Kb { static search(@Param({}) query: string) {} }',
    '@Param() cannot be applied to a static member (Kb.search). Use an instance member.',
  ],
  [
    '@Bind on a symbol-named method',
    "export class Kb {}\nBind('user')(Kb.prototype, Symbol('search'), 0);",
    '@Bind() cannot be applied to a symbol-named member (Kb.Symbol(search)). A tool requires a string name.',
  ],
  [
    '@Param on a method',
    'export class Kb { @Param({}) search(query: string) {} }',
    '@Param() cannot be applied to a member (Kb.search). Apply it to a parameter of a method.',
  ],
  [
    '@Bind on a field',
    "export class Kb { @Bind('user') user = 1; }",
    '@Bind() cannot be applied to a member (Kb.user). Apply it to a parameter of a method.',
  ],
  [
    '@Field on a class',
    '@Field({}) export class Kb {}',
    '@Field() cannot be applied to a class or its constructor (Kb). Apply it to a member.',
  ],
];

const misnamed: readonly Mistake[] = [
  [
    'a tool name with a dot',
    "export class Kb { @Tool({ name: 'kb.search' }) search() {} }",
    "Kb.search: 'kb.search' is not a legal tool name. " +
      'Use 1 to 64 letters, digits, _ or -, for example with @Tool({ name }).',
  ],
  [
    'a tool name that is too long',
    `export class Kb { @Tool({ name: '${'x'.repeat(65)}' }) search() {} }`,
    `Kb.search: '${'x'.repeat(65)}' is not a legal tool name. ` +
      'Use 1 to 64 letters, digits, _ or -, for example with @Tool({ name }).',
  ],
  [
    'an empty tool name',
    "export class Kb { @Tool({ name: '' }) search() {} }",
    "Kb.search: '' is not a legal tool name. Use 1 to 64 letters, digits, _ or -, for example with @Tool({ name }).",
  ],
  [
    'a method name that is not a valid tool name',
    'export class Kb { @Tool() $search() {} }',
    "Kb.$search: '$search' is not a legal tool name. " +
      'Use 1 to 64 letters, digits, _ or -, for example with @Tool({ name }).',
  ],
];

const contradictory: readonly Mistake[] = [
  [
    'two methods with the same tool name',
    "export class Kb { @Tool({ name: 'find' }) search() {} @Tool() find() {} }",
    "Kb: 'search' and 'find' are both named 'find'. Rename one with @Tool({ name }).",
  ],
  [
    'an inherited tool name',
    "class Base { @Tool() find() {} }\nexport class Kb extends Base { @Tool({ name: 'find' }) search() {} }",
    "Kb: 'find' and 'search' are both named 'find'. Rename one with @Tool({ name }).",
  ],
  [
    '@Param without @Tool',
    'export class Kb { search(@Param({}) query: string) {} }',
    'Kb.search has parameter decorators but no @Tool(). Add @Tool().',
  ],
  [
    '@Bind without @Tool',
    "export class Kb { search(@Bind('user') user: string) {} }",
    'Kb.search has parameter decorators but no @Tool(). Add @Tool().',
  ],
  [
    'an unknown name in params',
    'export class Kb { @Tool({ params: { limt: {} } }) search(query: string, limit: number) {} }',
    "Kb.search: 'params' names 'limt', which is not a parameter. It has query, limit.",
  ],
  [
    'an unknown name in bind',
    "export class Kb { @Tool({ bind: { user: 'user' } }) search(query: string) {} }",
    "Kb.search: 'bind' names 'user', which is not a parameter. It has query.",
  ],
  [
    'an unknown name in ctx',
    "export class Kb { @Tool({ ctx: 'context' }) search() {} }",
    "Kb.search: 'ctx' names 'context', which is not a parameter. It has none.",
  ],
  [
    'two parameters with the same name',
    "export class Kb { @Tool() search(@Param({ name: 'q' }) a: string, @Param({ name: 'q' }) b: string) {} }",
    "Kb.search: two parameters are named 'q'. Rename one.",
  ],
  [
    'an unnamed pattern next to another parameter',
    'export class Kb { @Tool() search(@Param({ type: String }) { a }: any, limit: number) {} }',
    'Kb.search: parameter #1 has no name in the source text. Set it with @Param({ name }).',
  ],
  [
    'a method that is deleted afterwards',
    "export class Kb { @Tool() search() {} }\nReflect.deleteProperty(Kb.prototype, 'search');",
    'Kb.search no longer exists. Restore the method, or remove its @Tool().',
  ],
];

const untypable: readonly Mistake[] = [
  [
    'an interface',
    'interface Filter { a: string }\nexport class Kb { @Tool() search(filter: Filter) {} }',
    `Kb.search: parameter 'filter' has no runtime type (an interface or a union). ${remedy} ${page}`,
  ],
  [
    'a union',
    'export class Kb { @Tool() search(limit: number | string) {} }',
    `Kb.search: parameter 'limit' has no runtime type (an interface or a union). ${remedy} ${page}`,
  ],
  [
    'an array',
    'export class Kb { @Tool() search(tags: string[]) {} }',
    `Kb.search: parameter 'tags' has no runtime type for the items of its array. ${itemsRemedy} ${page}`,
  ],
  [
    'a class without rules',
    'class Item {}\nexport class Kb { @Tool() add(item: Item) {} }',
    `Kb.add: parameter 'item': class 'Item' has no class-validator rules. ${remedy} ${page}`,
  ],
];

const rules = "import { IsDate, IsInt, IsOptional, ValidateNested } from 'class-validator';\n";
const copies = 'If it is already present, two copies of class-transformer are installed: run npm ls class-transformer.';
const unruled = 'has no class-validator rule, so class-validator would reject it. Add a rule, or @Allow().';

const omitted =
  'by the groups of @Expose(), but required by its rules, so every call would be refused. Add @IsOptional(), or remove the rules.';

const badDtos: readonly Mistake[] = [
  [
    'a property without a rule',
    'class Page { @IsInt() size: number; offset = 4; }\nexport class Kb { @Tool() search(query: string, page: Page) {} }',
    `Kb.search: parameter 'page': Page.offset ${unruled}`,
  ],
  [
    'a required property with @Exclude()',
    "import { Exclude } from 'class-transformer';\n" +
      'class Page { @IsInt() size: number; @Exclude() @IsInt() offset: number; }\n' +
      'export class Kb { @Tool() search(query: string, page: Page) {} }',
    `Kb.search: parameter 'page': Page.offset is omitted by @Exclude() or ${omitted}`,
  ],
  [
    'a required property of a group, in a nested class',
    "import { Expose, Type } from 'class-transformer';\n" +
      "class Page { @IsInt() @Expose({ groups: ['admin'] }) offset: number; }\n" +
      'class Query { @ValidateNested() @Type(() => Page) page: Page; }\n' +
      'export class Kb { @Tool() search(query: Query) {} }',
    `Kb.search: parameter 'query': Page.offset is omitted by @Exclude() or ${omitted}`,
  ],
  [
    'a Date without a conversion in the sole parameter',
    'class Page { @IsDate() since: Date; }\nexport class Kb { @Tool() search(page: Page) {} }',
    `Kb.search: parameter 'page': Page.since must be a Date, but has no conversion: add @Type(() => Date). ${copies}`,
  ],
  [
    'a nested class without a conversion in an optional parameter',
    'class Page { @ValidateNested() range: object; }\nexport class Kb { @Tool() search(query: string, page: Page = null) {} }',
    `Kb.search: parameter 'page': Page.range must be an instance of a class, but has no conversion: add @Type(() => …) with that class. ${copies}`,
  ],
  [
    'a field without a rule, in a list',
    "class Page { @IsInt() size: number; @Field({ description: 'The page.' }) at: number; }\n" +
      'export class Kb { @Tool() search(query: string, @Param({ type: [Page] }) pages: Page[]) {} }',
    `Kb.search: parameter 'pages': Page.at has @Field() but no class-validator rule, ${unruled.slice(unruled.indexOf('so class'))}`,
  ],
  [
    'a property without a rule, in an inputSchema',
    'class Page { @IsInt() size: number; offset = 4; }\n' +
      'export class Kb { @Tool({ inputSchema: Page }) search(page: Page) {} }',
    `Kb.search: inputSchema: Page.offset ${unruled}`,
  ],
];

const malformed: readonly Mistake[] = [
  [
    'a malformed state key in @Bind',
    "export class Kb { @Tool() search(@Bind('user..id') user: string) {} }",
    "Kb.search: parameter 'user': 'user..id' is not a state path. Write keys with dots and indexes in brackets, " +
      'such as session.items[0].id, and \\. for a dot that belongs to a key.',
  ],
  [
    'a reserved state key in bind',
    "export class Kb { @Tool({ bind: { user: 'a.__proto__' } }) search(user: string) {} }",
    "Kb.search: parameter 'user': 'a.__proto__' contains '__proto__', which is not allowed in a state path. " +
      'Use another key.',
  ],
  [
    'a number as state key',
    'export class Kb { @Tool({ bind: { user: 5 } }) search(user: string) {} }',
    "Kb.search: parameter 'user' is bound to 5. Use { stateKey: '…' }.",
  ],
  [
    'a concurrency of zero',
    'export class Kb { @Tool({ concurrency: 0 }) search() {} }',
    "Kb.search: concurrency must be a whole number of at least 1, or 'exclusive', not 0.",
  ],
  [
    'a parameter named __proto__',
    'export class Kb { @Tool() search(query: string, __proto__: string) {} }',
    "Kb.search: '__proto__' cannot be the name of an argument. Rename the parameter.",
  ],
  [
    'a bound parameter named __proto__',
    "export class Kb { @Tool() search(query: string, @Bind('user') __proto__: string) {} }",
    "Kb.search: '__proto__' cannot be the name of an argument. Rename the parameter.",
  ],
  [
    'a timeout of zero',
    'export class Kb { @Tool({ timeoutMs: 0 }) search() {} }',
    'Kb.search: timeoutMs must be a number above 0, not 0.',
  ],
  [
    'a timeout that is not a number',
    'export class Kb { @Tool({ timeoutMs: NaN }) search() {} }',
    'Kb.search: timeoutMs must be a number above 0, not NaN.',
  ],
  [
    'a negative chunk timeout',
    'export class Kb { @Tool({ chunkTimeoutMs: -1 }) search() {} }',
    'Kb.search: chunkTimeoutMs must be a number above 0, not -1.',
  ],
  [
    'an output limit of zero',
    'export class Kb { @Tool({ maxOutputChars: 0 }) search() {} }',
    'Kb.search: maxOutputChars must be a number above 0, not 0.',
  ],
  [
    'half a retry',
    'export class Kb { @Tool({ retry: { maxRetries: 1.5 } }) search() {} }',
    'Kb.search: retry.maxRetries must be a non-negative integer, not 1.5.',
  ],
  [
    'a retry option that is not an object',
    'export class Kb { @Tool({ retry: 3 }) search() {} }',
    'Kb.search: retry must be an object, not 3.',
  ],
];

/** Compiles a fixture with full type information, which a single module does not provide. */
function compiled(fixture: string): string {
  const file = join(root, 'test/fixtures/decorators', fixture);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    types: [],
  };
  let code = '';
  const program = createProgram({ files: [file], options });
  program.emit(program.getSourceFile(file), (_, text) => {
    code = text;
  });
  return code;
}

describe('a definition error with legacy decorators', () => {
  it.each(misplaced)('is a misplaced decorator: %s', (_, source, message) => {
    expect(errorOf(source)).toBe(message);
    expect(failsWhenDefined(source)).toBe(true);
  });

  it.each(misnamed)('is %s', (_, source, message) => {
    expect(errorOf(source)).toBe(message);
    expect(failsWhenDefined(source)).toBe(true);
  });

  it.each(contradictory)('is %s', (_, source, message) => {
    expect(errorOf(source)).toBe(message);
  });

  it.each(untypable)('is %s as the type of a parameter', (_, source, message) => {
    expect(errorOf(source)).toBe(message);
  });

  it.each(malformed)('is %s', (_, source, message) => {
    expect(errorOf(source)).toBe(message);
  });

  it.each(badDtos)('is a DTO with %s', (_, source, message) => {
    expect(errorOf(rules + source)).toBe(message);
  });

  it("is a DTO that is imported by 'import type'", () => {
    expect(errorOf(compiled('type-import/kb.ts'))).toBe(
      "Kb.add: parameter 'item' has the runtime type Function: its class was imported with 'import type', or its type " +
        "is a function. Import the class with 'import', use @Param({ schema }), or mark a ToolContext with @Ctx(). A parameter of the type " +
        "Bound needs the build plugin, toolwright/register, or the module that 'toolwright generate' writes. " +
        page,
    );
  });

  it.each([
    [
      'that no build has read',
      'bound/kb.ts',
      'has the type Bound, whose state key no build has read. Fix one of: use the ',
    ],
    ['that is imported as a type', 'bound/type-import.ts', 'has no runtime type'],
  ])('is a Bound type %s', (_, fixture, message) => {
    expect(errorOf(compiled(fixture))).toContain(`Kb.find: parameter 'tenant' ${message}`);
  });

  it("is not a ToolContext that is imported by 'import type'", async () => {
    const { Clock } = evaluate(compiled('erased-context/clock.ts'), legacy) as { Clock: new () => ToolRegistry };
    const clock = new Clock();
    expect(Object.keys(clock.toolSpec('read').params)).toEqual(['zone']);
    expect(await clock.toolSpec('read').call({ zone: 'UTC' })).toBe('UTC read');
    expect(await clock.toolSpec('set').call()).toBe('set');
  });

  it('is a compiler that emits no types', () => {
    const source = 'export class Kb { @Tool() search(query: string) {} }';
    const message =
      "Kb.search: parameter 'query' has no runtime type, because no decorator metadata was emitted. " +
      `${jestSetUp}, or set @Tool({ params: { query: { type } } }). ${page}`;
    expect(errorOf(source, { ...legacy, emitsTypes: false })).toBe(message);
    expect(errorOf(source, { compiler: 'esbuild', decorators: 'legacy' })).toBe(message);
  });

  it('is a compiler target that rewrites parameter lists', () => {
    const source = 'export class Kb { @Tool() async search(query: string, limit = 10) {} }';
    expect(errorOf(source, { ...legacy, target: ts.ScriptTarget.ES2015 })).toBe(
      'Kb.search: its compiled text has 1 parameters, but its types have 2. ' +
        'The compiler rewrote the parameter list: set "target" to ES2018 or later in tsconfig.json.',
    );
  });
});
