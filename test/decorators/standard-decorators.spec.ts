/**
 * It evaluates what a compiler emits, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastValueFrom, toArray } from 'rxjs';
import { DefinitionError, Tool, ToolRegistry, type ToolSpec, toolSpecsOf } from 'toolwright';
import { jestSetUp } from '../support/jest-set-up.js';
import { root } from '../support/repository.js';
import { type Compilation, evaluate } from './evaluate.js';

const fixture = readFileSync(join(root, 'test/fixtures/decorators/standard.ts'), 'utf8');
/** The classes of the fixture, declared here because this program uses legacy decorators and cannot import their types. */
type FixtureClass = (new (
  shelf?: string,
) => ToolRegistry & { lend(...args: unknown[]): unknown }) &
  Pick<typeof ToolRegistry, 'toolNames'>;
type Fixture = Readonly<
  Record<
    'Library' | 'Archive' | 'SmallArchive' | 'NotedLibrary' | 'SealedLibrary' | 'CountedLibrary' | 'LoggedLibrary',
    FixtureClass
  >
>;

const compilers = ['tsc', 'esbuild'] as const;

/** Returns the message of the error that is thrown when the class `Kb` is defined or its specs are created. */
function errorOf(members: string, compiler: 'tsc' | 'esbuild' = 'tsc'): string {
  const source = `import { Bind, Field, Param, Tool } from 'toolwright';\nexport class Kb { ${members} }`;
  try {
    const Kb = evaluate(source, { compiler, decorators: 'tc39' }).Kb as new () => object;
    toolSpecsOf(new Kb());
  } catch (error) {
    return error instanceof DefinitionError ? error.message : `not a DefinitionError: ${String(error)}`;
  }
  return 'no error';
}

describe.each(compilers)('a class with TC39 decorators, compiled by %s', (compiler) => {
  const compilation: Compilation = { compiler, decorators: 'tc39' };
  const library = evaluate(fixture, compilation) as unknown as Fixture;

  it('lists its tool names before any instance exists', () => {
    expect(library.Library.toolNames()).toEqual(['search', 'lend', 'giveBack', 'count']);
  });

  it('describes its parameters in the options', () => {
    expect(new library.Library().toolSpec('search').inputSchema).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for', minLength: 1 },
        limit: { type: 'number', minimum: 1, maximum: 100, default: 10 },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['query'],
      additionalProperties: false,
    });
  });

  it('runs its methods with arguments, bound values and the context', async () => {
    const search = new library.Library('east').toolSpec('search');
    const state = { session: { user: { id: 'u1' } } };
    expect(await search.call({ query: 'x', limit: '5' }, { state })).toEqual({
      shelf: 'east',
      query: 'x',
      limit: 5,
      tags: undefined,
      userId: 'u1',
      tenant: 'public',
      call: 'search',
    });
  });

  it('passes the entire input to a method with an inputSchema', async () => {
    expect(await new library.Library().toolSpec('giveBack').call({ ids: ['a', 'b'] })).toBe(2);
  });

  it('streams', async () => {
    const responses = await lastValueFrom(new library.Library().toolSpec('count').stream({ count: 2 }).pipe(toArray()));
    expect(responses.map(({ structuredContent, isLast }) => [structuredContent, isLast])).toEqual([
      [1, false],
      [2, false],
      [[1, 2], true],
    ]);
  });

  it('does not change its methods', () => {
    expect(new library.Library().lend('b1')).toBe('lent b1');
    expect(Object.keys(new library.Library())).toEqual([]);
  });

  it('inherits tools, runs overrides, and replaces or removes tools that an override redefines', async () => {
    const archive = new library.Archive();
    expect(library.Archive.toolNames()).toEqual(['search', 'lend', 'count_down', 'seal']);
    expect(await archive.toolSpec('lend').call({ id: 'b1' })).toBe('lent b1 from the archive');
    expect(await archive.toolSpec('count_down').call({ from: 2 })).toEqual([2, 1]);
    expect(library.Library.toolNames()).toEqual(['search', 'lend', 'giveBack', 'count']);
  });

  it('passes tools on to grandchildren without decorators', async () => {
    expect(library.SmallArchive.toolNames()).toEqual(library.Archive.toolNames());
    expect(await new library.SmallArchive().toolSpec('seal').call()).toBe('sealed');
  });

  it('inherits tools from a mixin', async () => {
    expect(library.NotedLibrary.toolNames()).toEqual(['search', 'lend', 'giveBack', 'count', 'takeNote']);
    expect(await new library.NotedLibrary().toolSpec('takeNote').call({ note: 'n' })).toBe('noted n');
  });

  it('preserves its tools under a class decorator', async () => {
    expect(library.SealedLibrary.toolNames()).toEqual(['open']);
    expect(await new library.SealedLibrary().toolSpec('open').call()).toBe('open');
  });

  it('preserves its tools under a class decorator that replaces it with a subclass', async () => {
    expect(library.CountedLibrary.toolNames()).toEqual(['search', 'lend', 'giveBack', 'count', 'turn']);
    const turn = new library.CountedLibrary().toolSpec('turn');
    expect(turn.inputSchema.properties).toEqual({ page: { type: 'number', default: 1 } });
    expect(await turn.call({ page: 2 })).toBe('page 2, counted');
  });

  it.each(['above', 'below'] as const)(
    'preserves its parameters when another decorator %s wraps the method',
    async (name) => {
      const specs = toolSpecsOf(new library.LoggedLibrary()) as Readonly<Record<string, ToolSpec>>;
      expect(specs[name]?.inputSchema).toEqual({
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'number', default: 3 } },
        required: ['query'],
        additionalProperties: false,
      });
      expect(await specs[name]?.call({ query: 'q' })).toBe('logged q 3');
    },
  );

  it('may have a parent with legacy decorators', async () => {
    class Shelf extends ToolRegistry {
      @Tool()
      count(of: string, from: number = 1): string {
        return `${from} ${of}`;
      }

      @Tool()
      empty(): string {
        return 'empty';
      }
    }
    const source = `
      import { Tool } from 'toolwright';
      export const extend = (Shelf) => class Case extends Shelf {
        @Tool({ params: { key: { type: String } } }) lock(key) { return 'locked by ' + key; }
        @Tool({ enabled: false }) empty() {}
        count(of, from) { return 'case: ' + super.count(of, from); }
      };`;
    const { extend } = evaluate(source, compilation) as { extend: (base: typeof Shelf) => typeof Shelf };
    const Case = extend(Shelf);
    expect(Case.toolNames()).toEqual(['count', 'lock']);
    expect(await new Case().toolSpec('count').call({ of: 'books' })).toBe('case: 1 books');
    expect(await (new Case().toolSpec('lock') as ToolSpec).call({ key: 'k' })).toBe('locked by k');
    expect(Shelf.toolNames()).toEqual(['count', 'empty']);
  });

  it('accepts another tool that is declared manually with a legacy decorator call', async () => {
    const source =
      "import { Tool } from 'toolwright';\nexport class Kb { @Tool() first() { return 1; } second() { return 2; } }";
    const Kb = evaluate(source, compilation).Kb as new () => { first(): number; second(): number };
    Tool()(Kb.prototype, 'second', { value: Kb.prototype.second });
    const specs = toolSpecsOf(new Kb());
    expect(await Promise.all([specs.first?.call(), specs.second?.call()])).toEqual([1, 2]);
  });

  it('may be the parent of a class with legacy decorators', async () => {
    class Annex extends library.Library {
      @Tool({ name: 'lend_out' })
      override lend(id: string): string {
        return `annex ${super.lend(id)}`;
      }
    }
    expect(Annex.toolNames()).toEqual(['search', 'lend_out', 'giveBack', 'count']);
    expect(await new Annex().toolSpec('lend').call({ id: 'b1' })).toBe('annex lent b1');
  });

  it.each([
    [
      'a private method',
      '@Tool() #search() {}',
      "@Tool() cannot be applied to a private method ('#search'). Make it public, or call it from a tool.",
    ],
    [
      'a static method',
      '@Tool() static search() {}',
      "@Tool() cannot be applied to a static method ('search'). Make it an instance method.",
    ],
    [
      'a symbol-named method',
      "@Tool() [Symbol('search')]() {}",
      "@Tool() cannot be applied to a symbol-named member ('Symbol(search)'). A tool requires a string name.",
    ],
    [
      'a getter',
      '@Tool() get search() { return 1; }',
      "@Tool() cannot be applied to a getter ('search'). @Tool() can only be applied to class methods.",
    ],
    [
      'an accessor',
      '@Tool() accessor search = 1;',
      "@Tool() cannot be applied to an accessor ('search'). @Tool() can only be applied to class methods.",
    ],
    [
      'a field',
      '@Tool() search = () => 1;',
      "@Tool() cannot be applied to a field ('search'). @Tool() can only be applied to class methods: write `name() { … }`, not `name = () => …`.",
    ],
    [
      'an invalid name',
      "@Tool({ name: 'a b' }) search() {}",
      "search: 'a b' is not a legal tool name. Use 1 to 64 letters, digits, _ or -, for example with @Tool({ name }).",
    ],
    ['a @Tool without parentheses', '@Tool search() {}', "Decorators must be called: write @Tool(…) on 'search'."],
    [
      'a @Tool without parentheses on a field',
      '@Tool search = 1;',
      "Decorators must be called: write @Tool(…) on 'search'.",
    ],
    [
      '@Param',
      '@Param({}) search() {}',
      '@Param() on \'search\' requires legacy decorators ("experimentalDecorators": true). With TC39 decorators, use @Tool({ params, bind, ctx }) or an inputSchema instead.',
    ],
    [
      '@Bind',
      "@Bind('user') search() {}",
      '@Bind() on \'search\' requires legacy decorators ("experimentalDecorators": true). With TC39 decorators, use @Tool({ params, bind, ctx }) or an inputSchema instead.',
    ],
    [
      '@Field',
      '@Field({}) title = 1;',
      '@Field() on \'title\' requires legacy decorators ("experimentalDecorators": true). With TC39 decorators, use @Tool({ params, bind, ctx }) or an inputSchema instead.',
    ],
    [
      'a parameter without a type',
      '@Tool() search(query) {}',
      `Kb.search: parameter 'query' has no runtime type, because no decorator metadata was emitted. ${jestSetUp}, or set @Tool({ params: { query: { type } } }). See node_modules/toolwright/docs/troubleshooting.md.`,
    ],
    [
      'an unknown parameter',
      '@Tool({ params: { limit: { type: Number } } }) search(query) {}',
      "Kb.search: 'params' names 'limit', which is not a parameter. It has query.",
    ],
  ])('rejects %s', (_, members, message) => {
    expect(errorOf(members, compiler)).toBe(message);
  });

  it('rejects a class decorator', () => {
    const source = "import { Tool } from 'toolwright';\n@Tool() export class Kb {}";
    expect(() => evaluate(source, compilation)).toThrow(
      "@Tool() cannot be applied to a class ('Kb'). @Tool() can only be applied to class methods.",
    );
  });
});

describe('Symbol.metadata', () => {
  const metadata = (Symbol as { readonly metadata?: symbol }).metadata;

  it('exists as soon as @Tool is imported', () => {
    expect(metadata).toBe(Symbol.for('Symbol.metadata'));
  });

  it('stores the tools of each class separately, although the objects inherit', () => {
    const { Library, Archive } = evaluate(fixture, {
      compiler: 'tsc',
      decorators: 'tc39',
    }) as unknown as Fixture;
    const own = Reflect.get(Archive, metadata as symbol) as object;
    expect(Object.getPrototypeOf(own)).toBe(Reflect.get(Library, metadata as symbol));
    expect(Object.keys(own)).toEqual([]);
  });

  it('is required if the compiler provides no decorator metadata', () => {
    const context = { kind: 'method', name: 'search', static: false, private: false };
    const decorate = Tool() as unknown as (value: unknown, context: unknown) => void;
    expect(() => decorate(() => undefined, context)).toThrow(
      "@Tool() on 'search' received no decorator metadata. Fix one of: use a compiler that provides context.metadata " +
        '(TypeScript 5.2 or later, esbuild 0.21 or later); use legacy decorators.',
    );
  });
});

describe('a class with legacy decorators, compiled by tsc', () => {
  it('runs its methods with arguments, bound values and the context', async () => {
    const source = readFileSync(join(root, 'test/fixtures/decorators/legacy.ts'), 'utf8');
    const { LegacyLibrary } = evaluate(source, { compiler: 'tsc', decorators: 'legacy' });
    const library = new (LegacyLibrary as new () => ToolRegistry)();
    library.toolSpec('search').state.set('session.user.id', 'ann');
    expect(await library.toolSpec('search').call({ query: 'tea' })).toBe('tea for ann in search');
    expect(await library.toolSpec('lend').call({ book: '7' })).toBe('lent 7');
  });
});
