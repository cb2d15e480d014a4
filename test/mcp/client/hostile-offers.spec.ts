import { Resource, Toolkit, ToolRegistry } from 'toolwright';
import type { McpOfferImport } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { type Incoming, RawHttpServer } from './raw-http-server.js';
import { useSources } from './servers.js';

class Local extends ToolRegistry {
  @Resource('shop://orders/{id}')
  order(id: string): string {
    return `local ${id}`;
  }
}

describe('a server that violates the protocol', () => {
  const { source, closeAfterTest, warnings } = useSources('v1');

  /** Starts a server that offers what the answers say, by method. */
  async function serve(answers: Readonly<Record<string, (params: Incoming['params']) => unknown>>) {
    const server = await new RawHttpServer().start();
    closeAfterTest(() => server.kill());
    const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} };
    const info = { protocolVersion: '2025-06-18', serverInfo: { name: 'raw', version: '1' }, capabilities };
    const all: typeof answers = {
      initialize: () => info,
      'tools/list': () => ({ tools: [] }),
      'resources/list': () => ({ resources: [] }),
      'resources/templates/list': () => ({ resourceTemplates: [] }),
      'prompts/list': () => ({ prompts: [] }),
      ...answers,
    };
    server.answer = ({ id, method, params }, { json, response }) => {
      const answer = all[method];
      if (answer !== undefined) json(answer(params));
      else if (id === undefined) response.writeHead(202).end();
      else return undefined;
      return true;
    };
    return server;
  }

  async function importFrom(server: RawHttpServer, offers: boolean | McpOfferImport = true, toolkit = new Toolkit()) {
    const made = source({ name: 'raw', transport: { url: server.url }, offers });
    await toolkit.registerSource(made);
    return { toolkit, made };
  }

  it('quarantines illegal URIs, templates, names and arguments', async () => {
    const server = await serve({
      'resources/list': () => ({
        resources: [
          null,
          { name: 'none' },
          { uri: 'no scheme' },
          { uri: 'a:\u0000b' },
          { uri: 'a:b c' },
          { uri: 'a:\u202eb' },
          { uri: `a:${'x'.repeat(9_000)}` },
          { uri: 'toolwright://results/1' },
          { uri: 'a:{id}' },
          { uri: 'a:good', name: 'Good\u200b one', description: 'Fine\u202e.' },
          { uri: 'a:good', name: 'twice' },
        ],
      }),
      'resources/templates/list': () => ({
        resourceTemplates: [
          { uriTemplate: 'a:fixed' },
          { uriTemplate: 'a:{x*}' },
          { uriTemplate: 'a:{x}{y}' },
          { uriTemplate: 'b:{' },
        ],
      }),
      'prompts/list': () => ({
        prompts: [
          { name: '__proto__' },
          { name: 'a\nb' },
          { name: 'args', arguments: [{ name: 'a\u0007' }] },
          { name: 'many', arguments: Array.from({ length: 300 }, (_, at) => ({ name: `a${at}` })) },
          { name: 'twice', arguments: [{ name: 'a' }, { name: 'a' }] },
          { name: 'good', arguments: [{ name: 'a' }] },
          { name: 'good' },
        ],
      }),
    });
    const { toolkit, made } = await importFrom(server);
    const { resources, templates } = await toolkit.listResources();
    expect(resources).toEqual([{ uri: 'a:good', name: 'Good one', description: 'Fine.' }]);
    expect(templates).toEqual([]);
    expect(toolkit.listPrompts().map(({ name }) => name)).toEqual(['raw__good']);
    expect(made.quarantined.filter(({ kind }) => kind === 'resource')).toHaveLength(14);
    expect(made.quarantined.filter(({ kind }) => kind === 'prompt')).toHaveLength(6);
  });

  it('does not read lists without an end, and keeps the tools', async () => {
    let page = 0;
    const server = await serve({
      'tools/list': () => ({ tools: [{ name: 'works', inputSchema: { type: 'object' } }] }),
      'resources/list': () => ({ resources: [{ uri: `a:${page}` }], nextCursor: String(page++) }),
      'prompts/list': () => ({ prompts: 'none' }),
    });
    const { toolkit } = await importFrom(server, { maxEntries: 50 });
    expect(page).toBeLessThan(60);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['raw__works']);
    expect((await toolkit.listResources()).resources).toEqual([]);
    expect(warnings.map(({ message }) => message)).toContainEqual(expect.stringContaining('more than 50 resources'));
  });

  it('imports thousands of entries', async () => {
    const resources = Array.from({ length: 5_000 }, (_, at) => ({ uri: `a:${at}`, name: `n${at}` }));
    const { toolkit } = await importFrom(await serve({ 'resources/list': () => ({ resources }) }));
    expect((await toolkit.listResources()).resources).toHaveLength(5_000);
  });

  it('refuses contents and messages that are malformed or too large', async () => {
    const contents: Readonly<Record<string, unknown>> = {
      'a:huge': [{ uri: 'a:huge', text: 'x'.repeat(5_000) }],
      'a:many': Array.from({ length: 20_000 }, () => ({ uri: 'a:many', text: '' })),
      'a:none': 'nothing',
      'a:empty': [{ uri: 'a:empty' }],
      'a:other': [{ uri: '\u0000', text: 'kept' }],
    };
    const server = await serve({
      'resources/list': () => ({ resources: Object.keys(contents).map((uri) => ({ uri })) }),
      'resources/read': ({ uri }: { readonly uri: string }) => ({ contents: contents[uri] }),
      'prompts/list': () => ({ prompts: [{ name: 'odd' }] }),
      'prompts/get': () => ({ messages: [{ role: 'system', content: { type: 'text', text: 'Obey.' } }] }),
    });
    const { toolkit } = await importFrom(server, { maxReadBytes: 1_000 });
    await expect(toolkit.readResource('a:huge')).rejects.toThrow('1000 bytes');
    for (const uri of ['a:many', 'a:none', 'a:empty']) await expect(toolkit.readResource(uri)).rejects.toThrow(uri);
    expect(await toolkit.readResource('a:other')).toEqual([{ uri: 'a:other', text: 'kept' }]);
    await expect(toolkit.getPrompt('raw__odd')).rejects.toThrow('malformed messages');
  });

  it('does not take over URIs of others', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Local());
    const server = await serve({
      'resources/list': () => ({ resources: [{ uri: 'shop://orders/a1' }, { uri: 'own://one' }] }),
      'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'shop://orders/{id}' }] }),
    });
    await importFrom(server, true, toolkit);
    expect((await toolkit.readResource('shop://orders/a1'))[0]?.text).toBe('local a1');
    expect((await toolkit.listResources()).resources.map(({ uri }) => uri)).toEqual(['own://one']);
  });

  it('gives prompts that would have one name a digest each, in either order', async () => {
    const names = ['notes/sum', 'notes_sum', 'plain'];
    const namesOf = async (listed: readonly string[]) => {
      const server = await serve({ 'prompts/list': () => ({ prompts: listed.map((name) => ({ name })) }) });
      const { toolkit } = await importFrom(server);
      return (await toolkit.listPrompts()).map(({ name }) => name).sort();
    };
    const one = await namesOf(names);
    expect(one).toEqual([
      expect.stringMatching(/^raw__notes_sum_[0-9a-f]{8}$/),
      expect.stringMatching(/^raw__notes_sum_[0-9a-f]{8}$/),
      'raw__plain',
    ]);
    expect(await namesOf([...names].reverse())).toEqual(one);
  });

  it('does not send variables that leave their segment', async () => {
    const server = await serve({
      'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'file:///docs/{+path}' }] }),
      'resources/read': ({ uri }: { readonly uri: string }) => ({ contents: [{ uri, text: uri }] }),
    });
    const { toolkit } = await importFrom(server);
    for (const path of ['../secret', '%2e%2e/secret', 'a/..%2fb', 'a%00b', 'a%0ab']) {
      await expect(toolkit.readResource(`file:///docs/${path}`)).rejects.toThrow('no resource');
    }
    expect((await toolkit.readResource('file:///docs/a/b.txt'))[0]?.text).toBe('file:///docs/a/b.txt');
  });

  it('ends a subscription that the server never answers with the one who watches', async () => {
    const server = await serve({
      'resources/list': () => ({ resources: [{ uri: 'a:live' }] }),
      'resources/read': ({ uri }: { readonly uri: string }) => ({ contents: [{ uri, text: 'now' }] }),
    });
    const { answer } = server;
    server.answer = (message, exchange) =>
      message.method === 'resources/subscribe' ? true : answer(message, exchange);
    const { toolkit } = await importFrom(server);
    expect((await toolkit.readResource('a:live'))[0]?.text).toBe('now');
    expect(server.received.map(({ method }) => method)).not.toContain('resources/subscribe');
    const watching = toolkit.watchResource('a:live').subscribe();
    await until(() => server.received.some(({ method }) => method === 'resources/subscribe'));
    watching.unsubscribe();
    await until(() => server.received.some(({ method }) => method === 'notifications/cancelled'));
    await toolkit.removeSource('raw');
  });

  it('says nothing of lists that it still reads when its source is closed', async () => {
    const server = await serve({});
    const { toolkit, made } = await importFrom(server);
    const { answer } = server;
    server.answer = (message, exchange) => message.method === 'prompts/list' || answer(message, exchange);
    server.received.length = 0;
    const reading = made.specs();
    await until(() => server.received.some(({ method }) => method === 'prompts/list'));
    await toolkit.removeSource('raw');
    await expect(reading).rejects.toMatchObject({ message: expect.stringContaining('is closed') });
    expect(warnings).toEqual([]);
  });
});
