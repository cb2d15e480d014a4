import { DefinitionError } from 'toolwright';
import { defineToolSchemas, type GeneratedTool } from 'toolwright/generated';
import { readGenerated, readGeneratedTool } from '../../src/tool/metadata/generated-tools.js';
import { readOwn } from '../../src/tool/metadata/reflect-store.js';

const described = (description: string): GeneratedTool => ({ description });

describe('defineToolSchemas', () => {
  class Base {
    search(): void {}
    toString(): string {
      return 'base';
    }
  }
  class Kb extends Base {
    add(): void {}
    get wrapped(): () => void {
      return () => {};
    }
  }

  it('stores a frozen record on the class itself, shared by all copies of the package', () => {
    class Own extends Base {}
    const params = [{ name: 'query', schema: { type: 'string' } }];
    const record = { search: { description: 'a', params } };
    defineToolSchemas(Own, record);
    const stored = readOwn(Own, Symbol.for('toolwright.GeneratedTools@1')) as typeof record;
    expect(stored.search).toEqual(record.search);
    expect([stored, stored.search, stored.search.params, stored.search.params[0]].every(Object.isFrozen)).toBe(true);
    expect([record, record.search, params, params[0], params[0]?.schema].some(Object.isFrozen)).toBe(false);
    expect(readOwn(Base, Symbol.for('toolwright.GeneratedTools@1'))).toBeUndefined();
  });

  it('merges two calls by method, and the later one wins', () => {
    class Twice extends Kb {}
    defineToolSchemas(Twice, { search: described('first'), add: described('kept') });
    const [before] = readGenerated(Twice);
    defineToolSchemas(Twice, { search: { params: [] }, toString: described('own') });
    expect({ ...readGenerated(Twice)[0] }).toEqual({
      search: { params: [] },
      add: described('kept'),
      toString: described('own'),
    });
    expect({ ...before }).toEqual({ search: described('first'), add: described('kept') });
  });

  it('calls a function when the tools are first read, once', () => {
    class Lazy extends Kb {}
    let calls = 0;
    defineToolSchemas(Lazy, () => {
      calls++;
      return { search: described('lazy') };
    });
    expect(calls).toBe(0);
    expect({ ...readGenerated(Lazy)[0] }).toEqual({ search: described('lazy') });
    expect(readGenerated(Lazy)[0]).toBe(readGenerated(Lazy)[0]);
    expect(readGeneratedTool(Lazy, Base, 'search')).toEqual(described('lazy'));
    expect(calls).toBe(1);
  });

  it('lets the later call win if functions and objects are mixed', () => {
    class Mixed extends Kb {}
    defineToolSchemas(Mixed, { search: described('object'), add: described('kept') });
    defineToolSchemas(Mixed, () => ({ search: described('function'), toString: described('first') }));
    defineToolSchemas(Mixed, { toString: described('second') });
    expect({ ...readGenerated(Mixed)[0] }).toEqual({
      search: described('function'),
      add: described('kept'),
      toString: described('second'),
    });
  });

  it('reports a function that refers to a class too early, and calls it again later', () => {
    class Early extends Kb {}
    defineToolSchemas(Early, () => ({ search: { params: [{ name: 'order', schema: { instanceOf: Order } }] } }));
    expect(() => readGenerated(Early)).toThrow(
      'Early: its tools are read before a class that their parameters use is initialized ' +
        "(Cannot access 'Order' before initialization). Fix one of: declare that class before the first use",
    );
    class Order {}
    expect(readGeneratedTool(Early, Base, 'search')?.params?.[0]?.schema).toEqual({ instanceOf: Order });
  });

  it('reports a method that a function describes but the class does not have', () => {
    class Stale extends Kb {}
    defineToolSchemas(Stale, () => ({ gone: {} }));
    expect(() => readGenerated(Stale)).toThrow('Stale.gone has a generated schema but does not exist.');
    expect(() => defineToolSchemas(7 as never, () => ({}))).toThrow(DefinitionError);
  });

  it('accepts inherited methods and their replacements', () => {
    expect(() => defineToolSchemas(Kb, { search: {}, add: {}, wrapped: {}, toString: {} })).not.toThrow();
    abstract class Abstract extends Base {}
    expect(() => defineToolSchemas(Abstract, { search: {} })).not.toThrow();
  });

  it('describes the class behind a proxy', () => {
    class Real extends Base {}
    defineToolSchemas(new Proxy(Real, {}), { search: described('through') });
    expect(readGeneratedTool(Real, Base, 'search')).toEqual(described('through'));
    expect(readGeneratedTool(new Proxy(Real, {}), new Proxy(Base, {}), 'search')).toEqual(described('through'));
  });

  it.each([
    ['searsh', "Kb.searsh has a generated schema but does not exist. Run 'toolwright generate'."],
    ['valueOf', "Kb.valueOf has a generated schema but does not exist. Run 'toolwright generate'."],
  ])('rejects a method that the class does not have: %s', (method, message) => {
    expect(() => defineToolSchemas(Kb, { add: {}, [method]: {} })).toThrow(new DefinitionError(message));
  });

  it.each([
    ['undefined', undefined, 'undefined'],
    ['an object', {}, '{}'],
    ['an arrow function', () => {}, 'function'],
  ])('rejects %s instead of a class', (_, target, preview) => {
    expect(() => defineToolSchemas(target as typeof Kb, { search: {}, add: {} })).toThrow(
      new DefinitionError(
        `defineToolSchemas() expects a class with 'search', 'add', but got ${preview}. ` +
          "Import the generated module after the classes, and run 'toolwright generate'.",
      ),
    );
  });
});
