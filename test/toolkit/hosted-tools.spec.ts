import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ToolListUnion } from '@google/genai';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import type { Tool as ResponsesTool } from 'openai/resources/responses/responses';
import { DefinitionError, hostedTool, Toolkit, ToolSpec } from 'toolwright';

const search = hostedTool('openai', { type: 'web_search' });
const claudeSearch = hostedTool('anthropic', { type: 'web_search_20250305', name: 'web_search', max_uses: 3 });
const googleSearch = hostedTool('gemini', { googleSearch: {} });

function withHosted(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'own' }));
  for (const tool of [search, claudeSearch, googleSearch]) toolkit.register(tool);
  return toolkit;
}

describe('hostedTool', () => {
  it('is exported unchanged, only for its provider', () => {
    const toolkit = withHosted();
    expect(toolkit.toOpenAI().slice(1)).toEqual([{ type: 'web_search' }]);
    expect(toolkit.toOpenAI({ api: 'chat' }).slice(1)).toEqual([{ type: 'web_search' }]);
    expect(toolkit.toAnthropic().slice(1)).toEqual([claudeSearch.definition]);
    expect(toolkit.toGemini().slice(1)).toEqual([{ googleSearch: {} }]);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['own']);
    expect(toolkit.getJsonSchemas()).toHaveLength(1);
    expect(toolkit.toPrompt()).not.toContain('search');
    expect(toolkit.session().toOpenAI()).toHaveLength(2);
  });

  // The assignments are the point: the type check refuses an export that a vendor's SDK would not take.
  it('appears in exports that the SDKs of the vendors accept unchanged', () => {
    const toolkit = withHosted();
    const responses: ResponsesTool[] = toolkit.toOpenAI();
    const chat: ChatCompletionTool[] = toolkit.toOpenAI({ api: 'chat' });
    const messages: MessageCreateParams['tools'] = toolkit.toAnthropic();
    const content: ToolListUnion = toolkit.toGemini();
    expect([responses, chat, messages, content].map((exported) => exported?.length)).toEqual([2, 2, 2, 2]);
  });

  it('is exported as a fresh copy', () => {
    const definition = { type: 'file_search', ranking: { threshold: 1 } };
    const toolkit = new Toolkit();
    toolkit.register(hostedTool('openai', definition));
    definition.ranking.threshold = 2;
    const [exported] = toolkit.toOpenAI() as (typeof definition)[];
    Object.assign(exported?.ranking ?? {}, { threshold: 3 });
    expect(toolkit.toOpenAI()).toEqual([{ type: 'file_search', ranking: { threshold: 1 } }]);
  });

  it('cannot be called by the toolkit', async () => {
    expect((await withHosted().execute('web_search')).error?.code).toBe('tool_not_found');
  });

  it('belongs to a group like any other', () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('web');
    toolkit.register(search, { group: 'web' });
    expect(toolkit.toOpenAI()).toEqual([]);
    expect(toolkit.toOpenAI({ groups: ['web'] })).toEqual([{ type: 'web_search' }]);
    toolkit.updateGroups(['web'], true);
    expect(toolkit.toOpenAI()).toEqual([{ type: 'web_search' }]);
    toolkit.removeGroups(['web']);
    expect(toolkit.toOpenAI()).toEqual([]);
  });

  it('is removed by its name, for every provider', async () => {
    const toolkit = withHosted();
    toolkit.unregister('web_search');
    expect([toolkit.toOpenAI(), toolkit.toAnthropic(), toolkit.toGemini()].map(({ length }) => length)).toEqual([
      1, 1, 2,
    ]);
    await toolkit.clear();
    expect(toolkit.toGemini()).toEqual([]);
  });

  it('reserves only its own name', () => {
    const toolkit = withHosted();
    expect(() => toolkit.register(search)).toThrow("There is a tool named 'web_search' already.");
    const own = ToolSpec.fromFunction(() => 1, { name: 'web_search' });
    expect(() => toolkit.register(own)).toThrow(DefinitionError);
    expect(() => toolkit.register(own, { onDuplicate: 'replace' })).toThrow(DefinitionError);
    toolkit.register(own, { onDuplicate: 'rename' });
    expect(toolkit.get('web_search_2')).toBeDefined();
  });

  it.each<[string, () => void, string]>([
    ['another provider', () => hostedTool('acme' as 'openai', { type: 'x' }), 'not "acme"'],
    ['an empty definition', () => hostedTool('openai', {}), 'neither a name nor a type'],
    ['a prefix', () => withHosted().register(search, { prefix: 'x' }), "the option 'prefix' does not apply to it"],
    ['an unknown group', () => new Toolkit().register(search, { group: 'web' }), "createGroup('web')"],
  ])('rejects %s', (_, act, message) => {
    expect(act).toThrow(DefinitionError);
    expect(act).toThrow(message);
  });
});
