import { DefinitionError, defineToolSchemas, type GeneratedTool } from 'toolwright';
import { readGenerated, readGeneratedTool } from '../../src/metadata/generated-tools.js';
import { readOwn } from '../../src/metadata/reflect-store.js';

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

  it('keeps a frozen record on the class itself, for every copy of the package', () => {
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

  it('merges two calls by method; the later one counts', () => {
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

  it('takes inherited methods, and what stands in their place', () => {
    expect(() => defineToolSchemas(Kb, { search: {}, add: {}, wrapped: {}, toString: {} })).not.toThrow();
    abstract class Abstract extends Base {}
    expect(() => defineToolSchemas(Abstract, { search: {} })).not.toThrow();
  });

  it('speaks of the class behind a proxy', () => {
    class Real extends Base {}
    defineToolSchemas(new Proxy(Real, {}), { search: described('through') });
    expect(readGeneratedTool(Real, Base, 'search')).toEqual(described('through'));
    expect(readGeneratedTool(new Proxy(Real, {}), new Proxy(Base, {}), 'search')).toEqual(described('through'));
  });

  it.each([
    ['searsh', "Kb.searsh: there is a generated schema, but no such method. Run 'toolwright generate'."],
    ['valueOf', "Kb.valueOf: there is a generated schema, but no such method. Run 'toolwright generate'."],
  ])('refuses a method that the class has not: %s', (method, message) => {
    expect(() => defineToolSchemas(Kb, { add: {}, [method]: {} })).toThrow(new DefinitionError(message));
  });

  it.each([
    ['undefined', undefined, 'undefined'],
    ['an object', {}, '{}'],
    ['an arrow function', () => {}, 'function'],
  ])('refuses %s instead of a class', (_, target, preview) => {
    expect(() => defineToolSchemas(target as typeof Kb, { search: {}, add: {} })).toThrow(
      new DefinitionError(
        `defineToolSchemas: the class of 'search', 'add' is no class but ${preview}. ` +
          "Import the generated module after the classes, and run 'toolwright generate'.",
      ),
    );
  });
});
