import { DefinitionError, Param, Tool, ToolContext } from 'toolwright';
import { describeParams, readToolNames, readTools } from '../../src/metadata/tool-metadata.js';

class Kb {
  @Tool({ tags: ['read'] })
  search(@Param({ minLength: 1 }) query: string, limit: number = 10, ...tags: string[]): unknown {
    return [query, limit, tags];
  }

  @Tool({ bind: { user: { stateKey: 'session.user' } } })
  whoami(user: string, context: ToolContext): unknown {
    return [user, context];
  }
}

describe('readTools', () => {
  it('puts together what decorators, source text and emitted types say', () => {
    const [search, whoami] = readTools(Kb);
    expect(search).toMatchObject({
      className: 'Kb',
      method: 'search',
      name: 'search',
      reflected: true,
      options: { tags: ['read'] },
    });
    expect(search?.params).toMatchObject([
      { index: 0, name: 'query', role: 'argument', options: { minLength: 1 }, hasDefault: false, designType: String },
      {
        index: 1,
        name: 'limit',
        role: 'argument',
        hasDefault: true,
        literalDefault: { value: 10 },
        designType: Number,
      },
      { index: 2, name: 'tags', role: 'argument', rest: true, hasDefault: false },
    ]);
    expect(whoami?.params).toMatchObject([
      { name: 'user', role: 'binding', binding: { stateKey: 'session.user' } },
      { name: 'context', role: 'context', designType: ToolContext },
    ]);
  });

  it('gives frozen data', () => {
    const tools = readTools(Kb);
    expect([tools, tools[0], tools[0]?.options, tools[0]?.params, tools[0]?.params[0]].every(Object.isFrozen)).toBe(
      true,
    );
  });

  it('reads a class once, until something more is said of it', () => {
    class Late {
      first(): void {}
    }
    expect(readTools(Late)).toEqual([]);
    const before = readTools(Kb);
    expect(readTools(Kb)).toBe(before);
    Tool({ name: 'one' })(Late.prototype, 'first', { value: Late.prototype.first });
    expect(readToolNames(Late)).toEqual(['one']);
    Tool({ name: 'two' })(Late.prototype, 'first', { value: Late.prototype.first });
    expect(readToolNames(Late)).toEqual(['two']);
  });
});

describe('describeParams', () => {
  const where = 'native';

  it('counts the parameters of a function that cannot be read', () => {
    expect(describeParams({ where, options: {}, source: undefined, length: 2 })).toMatchObject([
      { index: 0, name: undefined, role: 'argument' },
      { index: 1, name: undefined, role: 'argument' },
    ]);
  });

  it('cannot find a parameter by name in a function that cannot be read', () => {
    const options = { params: { query: {} } };
    expect(() => describeParams({ where, options, source: undefined, length: 1 })).toThrow(
      new DefinitionError(
        "native: 'params' names 'query', which is not a parameter. Its parameter names cannot be read: it is native, or bound.",
      ),
    );
  });
});
