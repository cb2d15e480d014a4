import { DefinitionError, hostedTool, type ToolDescriptor, Toolkit, ToolSpec, ToolState } from 'toolwright';
import {
  type FormatContext,
  type ToolFormat,
  toAnthropic,
  toGemini,
  toJsonSchema,
  toMcp,
  toOpenAI,
  toOpenAIChat,
  toPrompt,
} from 'toolwright/formats';

const find = ToolSpec.fromFunction((query: string, user: string) => `${user}: ${query}`, {
  name: 'find',
  description: 'Find products',
  params: { query: { type: String }, user: { type: String } },
  bind: { user: 'session.user' },
  state: { session: { user: 'ann', locale: 'en' } },
});
const order = ToolSpec.fromFunction(() => 'ordered', {
  name: 'order',
  group: 'checkout',
  canAccess: (auth) => auth === 'boss',
});

function shop(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('checkout');
  for (const tool of [find, order]) toolkit.register(tool);
  toolkit.register(hostedTool('openai', { type: 'web_search' }));
  toolkit.register(hostedTool('anthropic', { type: 'web_search_20250305', name: 'web_search' }));
  toolkit.register(hostedTool('gemini', { googleSearch: {} }));
  return toolkit;
}

interface AcmeTool {
  readonly id: string;
  readonly deferred?: boolean;
}

/** A provider that receives its own search tool once if it searches for tools itself. */
function toAcme({ name }: ToolDescriptor, { deferred = false }: { readonly deferred?: boolean } = {}): AcmeTool {
  return deferred ? { id: name, deferred } : { id: name };
}
toAcme.list = (tools: AcmeTool[], _: FormatContext, { deferred = false }: { readonly deferred?: boolean }) =>
  deferred ? [{ search: 'acme' }, ...tools] : tools;

describe('ToolSpec.to', () => {
  it('accepts any function of a descriptor, and infers its return type', () => {
    const exported: { id: string; names: string[] } = find.to(({ name, inputSchema }) => ({
      id: name,
      names: Object.keys(inputSchema.properties ?? {}),
    }));
    expect(exported).toEqual({ id: 'find', names: ['query'] });
  });

  it('returns the results of the vendor methods', () => {
    const strict = { strict: true };
    expect(find.to(toOpenAI, strict)).toEqual(find.toOpenAI(strict));
    expect(find.to(toOpenAIChat, strict)).toEqual(find.toOpenAI({ api: 'chat', ...strict }));
    expect(find.to(toAnthropic)).toEqual(find.toAnthropic());
    expect(find.to(toGemini)).toEqual(find.toGemini());
    expect(find.to(toMcp)).toEqual(find.toMcp());
    expect(find.to(toPrompt)).toBe(find.toPrompt());
    expect(find.to(toJsonSchema, { extra: { cache: true } })).toEqual(find.toJsonSchema({ cache: true }));
  });

  it("passes on the format's own options, and accepts no others", () => {
    const toColor = ({ name }: ToolDescriptor, { color }: { readonly color: string }) => `${color} ${name}`;
    expect(find.to(toColor, { color: 'red' })).toBe('red find');
    expect(find.to(toAcme, { deferred: true })).toEqual({ id: 'find', deferred: true });
    // @ts-expect-error The format needs a color.
    expect(() => find.to(toColor, {})).not.toThrow();
    // @ts-expect-error The format has no such option.
    expect(find.to(toAcme, { color: 'red' })).toEqual({ id: 'find' });
  });

  it('passes on auth, and the state from which bindings are read', () => {
    const describe: ToolFormat<unknown> = (_, { auth, state }) => [auth, state?.get('session.locale')];
    expect(find.to(describe, { auth: 'ann' })).toEqual(['ann', 'en']);
    expect(find.to(describe, { state: ToolState.from({ session: { locale: 'de' } }) })).toEqual([undefined, 'de']);
  });

  it('passes the warnings of a format to onWarning', () => {
    const spec = ToolSpec.create({
      name: 'either',
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'string' }, name: { type: 'string' } },
        anyOf: [{ required: ['id'] }, { required: ['name'] }],
      },
      executor: { kind: 'native', execute: () => 1 },
    });
    const messages: string[] = [];
    spec.to(toAnthropic, { onWarning: (message) => messages.push(message) });
    expect(messages).toEqual([expect.stringContaining("Tool 'either'")]);
  });

  it('rejects a format that is not a function', () => {
    expect(() => find.to('openai' as unknown as typeof toOpenAI)).toThrow(DefinitionError);
    expect(() => find.to('openai' as unknown as typeof toOpenAI)).toThrow(/^find\.to: .* not "openai"/);
  });
});

describe('Toolkit.to', () => {
  it('returns an array of the active tools for a plain function', () => {
    const toolkit = shop();
    expect(toolkit.to(({ name }) => name)).toEqual(['find']);
    toolkit.updateGroups(['checkout'], true);
    const names: string[] = toolkit.to(({ name }) => name, { auth: 'boss' });
    expect(names).toEqual(['find', 'order']);
  });

  it('omits inactive groups and tools that the caller may not access', () => {
    const toolkit = shop();
    const toName = ({ name }: ToolDescriptor) => name;
    expect(toolkit.to(toName, { groups: ['checkout'] })).toEqual(['find']);
    expect(toolkit.to(toName, { groups: ['checkout'], auth: 'boss' })).toEqual(['find', 'order']);
    expect(() => toolkit.to(toName, { groups: ['chekout'] })).toThrow(DefinitionError);
  });

  it('returns the results of the vendor methods, including hosted tools', () => {
    const toolkit = shop();
    expect(toolkit.to(toOpenAI)).toEqual([find.toOpenAI(), { type: 'web_search' }]);
    expect(toolkit.to(toOpenAI)).toEqual(toolkit.toOpenAI());
    expect(toolkit.to(toOpenAIChat, { strict: true })).toEqual(toolkit.toOpenAI({ api: 'chat', strict: true }));
    expect(toolkit.to(toAnthropic)).toEqual(toolkit.toAnthropic());
    expect(toolkit.to(toAnthropic)).toHaveLength(2);
    expect(toolkit.to(toGemini)).toEqual([{ functionDeclarations: [find.toGemini()] }, { googleSearch: {} }]);
    expect(toolkit.to(toGemini)).toEqual(toolkit.toGemini());
    expect(toolkit.to(toMcp)).toEqual([find.toMcp()]);
    expect(toolkit.to(toJsonSchema)).toEqual(toolkit.getJsonSchemas());
  });

  it('returns one text for a prompt', () => {
    const toolkit = shop();
    toolkit.updateGroups(['checkout'], true);
    const prompt: string = toolkit.to(toPrompt, { auth: 'boss' });
    expect(prompt).toBe(`${find.toPrompt()}\n${order.toPrompt()}`);
    expect(toolkit.toPrompt({ auth: 'boss' })).toBe(prompt);
  });

  it("allows a format to add a provider's search tool once", () => {
    const toolkit = shop();
    toolkit.updateGroups(['checkout'], true);
    expect(toolkit.to(toAcme, { auth: 'boss' })).toEqual([{ id: 'find' }, { id: 'order' }]);
    expect(toolkit.to(toAcme, { auth: 'boss', deferred: true })).toEqual([
      { search: 'acme' },
      { id: 'find', deferred: true },
      { id: 'order', deferred: true },
    ]);
  });

  it('passes the exported tools and the hosted tools of the active groups to list', () => {
    const toolkit = shop();
    toolkit.register(hostedTool('openai', { type: 'computer' }), { group: 'checkout' });
    const toIndex = Object.assign((tool: ToolDescriptor) => tool.name, {
      list: (names: string[], { descriptors, hosted }: FormatContext) => ({
        names,
        described: descriptors.map(({ description }) => description),
        hosted: hosted('openai').map(({ type }) => type),
      }),
    });
    expect(toolkit.to(toIndex)).toEqual({ names: ['find'], described: ['Find products'], hosted: ['web_search'] });
    expect(toolkit.to(toIndex, { groups: ['checkout'] }).hosted).toEqual(['web_search', 'computer']);
  });

  it("layers a session's state over the states of the tools", () => {
    const session = shop().session();
    session.state.set('session.locale', 'fr');
    expect(
      session.to(({ name }, { state }) => [name, state?.get('session.locale'), state?.get('session.user')]),
    ).toEqual([['find', 'fr', 'ann']]);
  });

  it('rejects a format that is not a function, even without tools', () => {
    expect(() => new Toolkit().to(undefined as unknown as typeof toOpenAI)).toThrow(DefinitionError);
  });
});
