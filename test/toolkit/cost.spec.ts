import { DefinitionError, Tool, Toolkit, ToolRegistry } from 'toolwright';

class Notes extends ToolRegistry {
  @Tool({ description: 'Adds a note.', tags: ['write'] })
  add(text: string): string {
    return text;
  }

  @Tool({ description: 'Ünïcödé.', group: 'search' })
  find(text: string, limit: number): string {
    return text + limit;
  }
}

function createKit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('search');
  toolkit.register(new Notes());
  return toolkit;
}

function jsonOf(toolkit: Toolkit, name: string): string {
  const { description, parameters } = toolkit.get(name)?.toJsonSchema() ?? {};
  return JSON.stringify({ name, description, parameters });
}

describe('toolkit.cost', () => {
  it('measures the bytes of each tool, and the totals of the active ones', () => {
    const toolkit = createKit();
    const [add, find] = ['add', 'find'].map((name) => Buffer.byteLength(jsonOf(toolkit, name)));
    expect(toolkit.cost()).toEqual({
      bytes: add,
      tokens: Math.ceil(Number(add) / 4),
      tools: [
        { name: 'find', group: 'search', active: false, bytes: find, tokens: Math.ceil(Number(find) / 4) },
        { name: 'add', group: 'basic', active: true, bytes: add, tokens: Math.ceil(Number(add) / 4) },
      ],
      groups: [
        { name: 'search', active: false, tools: 1, bytes: find, tokens: Math.ceil(Number(find) / 4) },
        { name: 'basic', active: true, tools: 1, bytes: add, tokens: Math.ceil(Number(add) / 4) },
      ],
    });
  });

  it('counts tokens with the tokenizer', () => {
    const toolkit = createKit();
    const texts: string[] = [];
    const tokenizer = (text: string): number => texts.push(text);
    expect(toolkit.cost({ tokenizer }).tools.map(({ tokens }) => tokens)).toEqual([2, 1]);
    expect(texts).toEqual([jsonOf(toolkit, 'add'), jsonOf(toolkit, 'find')]);
  });

  it('measures a session, a selection, and other groups', () => {
    const toolkit = createKit();
    const session = toolkit.session({ groups: ['search'] });
    const [both, add] = [session.cost(), toolkit.cost()];
    expect(both.tokens).toBeGreaterThan(add.tokens);
    expect(toolkit.cost({ groups: ['search'] }).tokens).toBe(both.tokens);
    expect(session.cost({ tags: ['write'] }).tokens).toBe(add.tokens);
    expect(session.cost({ exclude: ['add', 'find'] })).toEqual({ bytes: 0, tokens: 0, tools: [], groups: [] });
  });

  it.each([
    [{ tokenizer: 'gpt' }, 'cost: tokenizer must be a function, not "gpt".'],
    [{ tokenizer: () => [1, 2] }, 'cost: tokenizer must return the number of tokens, not [1,2].'],
    [{ tokeniser: () => 1 }, "cost: there is no option 'tokeniser'. Did you mean 'tokenizer'?"],
  ])('refuses %j', (options, message) => {
    expect(() => createKit().cost(options as never)).toThrow(new DefinitionError(message));
  });
});
