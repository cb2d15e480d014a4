import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { Observable } from 'rxjs';
import { Bind, Ctx, definePrompt, Prompt, Resource, type ToolContext, Toolkit, ToolRegistry, tool } from 'toolwright';
import { mcpHandler } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { logo, Shop } from '../../offers/shop.js';
import { send } from '../stateless/requests.js';
import { type Era, eras, serveEra } from './both-clients.js';
import { closeAfterTest } from './clients.js';

const base64 = Buffer.from(logo).toString('base64');
const form = { type: 'object', properties: { tone: { type: 'string' } }, required: ['tone'] } as const;
let watchers = 0;

class Desk extends ToolRegistry {
  @Prompt()
  async ask(topic: string, @Ctx() ctx: ToolContext): Promise<string> {
    const answer = await ctx.ask<{ tone: string }>(form, { message: 'Which tone?' });
    return answer.kind === 'accept' ? `${topic}: ${answer.data.tone}` : topic;
  }

  @Resource('desk://mine', {
    canAccess: (auth) => (auth as { readonly subject: string } | undefined)?.subject === 'ann',
  })
  mine(@Bind('greeting') greeting: string): string {
    return greeting;
  }

  @Resource('desk://clock', { live: true })
  clock(): Observable<number> {
    return new Observable((observer) => {
      watchers++;
      let count = 0;
      observer.next(count);
      const timer = setInterval(() => observer.next(++count), 20);
      return () => {
        watchers--;
        clearInterval(timer);
      };
    });
  }

  @Resource('desk://broken')
  broken(): string {
    throw new RangeError('No paper.');
  }
}

function createToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Shop());
  toolkit.register(new Desk());
  return toolkit;
}

/** The methods of both SDKs' clients. */
type OfferClient = Pick<
  ClientV1,
  | 'listResources'
  | 'listResourceTemplates'
  | 'readResource'
  | 'listPrompts'
  | 'getPrompt'
  | 'complete'
  | 'getServerCapabilities'
>;

const info = { name: 'test-client', version: '1.0.0' };
const answer = { action: 'accept', content: { tone: 'calm' } } as const;

async function connect({ sdk }: Era, url: URL, subject = 'ann'): Promise<OfferClient> {
  const requestInit = { headers: { authorization: `Bearer ${subject}` } };
  if (sdk === 'v1') {
    const client = new ClientV1(info, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => answer);
    await client.connect(new HttpV1(url, { requestInit }));
    closeAfterTest(() => client.close());
    return client;
  }
  const client = new ClientV2(info, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  client.setRequestHandler('elicitation/create', () => answer);
  await client.connect(new HttpV2(url, { requestInit }));
  closeAfterTest(() => client.close());
  return client as unknown as OfferClient;
}

function serve(era: Era, toolkit = createToolkit()): Promise<URL> {
  return serveEra(era, toolkit, {
    authorization: { verify: (token) => ({ subject: token }) },
    sessionState: (auth) => ({ greeting: `Hello ${(auth as { readonly subject: string }).subject}` }),
    pageSize: 3,
  });
}

describe.each(eras)('a client of $version', (era) => {
  it('lists resources, templates and prompts, page by page', async () => {
    const client = await connect(era, await serve(era));
    const uris: string[] = [];
    for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page++) {
      const list = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...list.resources.map(({ uri }) => uri));
      if (era.sdk === 'v1') expect(list.resources.length).toBeLessThanOrEqual(3);
      cursor = list.nextCursor;
    }
    expect(uris).toContain('shop://policy');
    expect(uris).toContain('shop://orders/a1');
    expect(new Set(uris).size).toBe(uris.length);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('shop://orders/{id}');
    const { prompts } = await client.listPrompts();
    expect(prompts).toContainEqual(
      expect.objectContaining({ name: 'reply', description: 'Reply to a complaint', arguments: expect.any(Array) }),
    );
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
    });
  });

  it('reads text, data and bytes, and receives an error for what does not exist', async () => {
    const client = await connect(era, await serve(era));
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read('shop://policy')).toMatchObject([{ text: expect.stringContaining('Returns') }]);
    expect(await read('shop://orders/a1')).toMatchObject([{ mimeType: 'application/json' }]);
    expect(await read('shop://logo')).toEqual([{ uri: 'shop://logo', mimeType: 'image/png', blob: base64 }]);
    const code = era.sdk === 'v1' ? -32_002 : -32_602;
    await expect(read('shop://none')).rejects.toMatchObject({ code, data: { uri: 'shop://none' } });
    await expect(read('desk://broken')).rejects.toMatchObject({ code: -32_603 });
  });

  it('has the resources, and the bound values, of its own identity', async () => {
    const url = await serve(era);
    const [ann, bob] = await Promise.all([connect(era, url, 'ann'), connect(era, url, 'bob')]);
    expect((await ann.readResource({ uri: 'desk://mine' })).contents).toMatchObject([{ text: 'Hello ann' }]);
    await expect(bob.readResource({ uri: 'desk://mine' })).rejects.toThrow();
  });

  it('gets prompts, with media and with what the method asks', async () => {
    const client = await connect(era, await serve(era));
    expect(await client.getPrompt({ name: 'reply', arguments: { id: 'a1', count: '1' } })).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'Reply to a1, 2 times, in a friendly tone.' } }],
    });
    expect((await client.getPrompt({ name: 'picture' })).messages[1]).toEqual({
      role: 'user',
      content: { type: 'image', data: base64, mimeType: 'image/png' },
    });
    expect((await client.getPrompt({ name: 'ask', arguments: { topic: 'tea' } })).messages).toMatchObject([
      { content: { text: 'tea: calm' } },
    ]);
    await expect(client.getPrompt({ name: 'none' })).rejects.toMatchObject({ code: -32_602 });
    await expect(client.getPrompt({ name: 'reply' })).rejects.toMatchObject({ code: -32_602 });
  });

  it('completes arguments', async () => {
    const client = await connect(era, await serve(era));
    const complete = async (ref: object, name: string, value: string, entered = {}) =>
      (await client.complete({ ref, argument: { name, value }, context: { arguments: entered } } as never)).completion;
    const template = { type: 'ref/resource', uri: 'shop://orders/{id}' };
    expect(await complete(template, 'id', 'b')).toEqual({ values: ['b2'], total: 1, hasMore: false });
    const ship = { type: 'ref/prompt', name: 'ship' };
    expect(await complete(ship, 'city', 'Par', { country: 'FR' })).toMatchObject({ values: ['Par-FR'] });
    await expect(complete({ type: 'ref/prompt', name: 'none' }, 'id', '')).rejects.toMatchObject({ code: -32_602 });
  });
});

describe('a subscription to a live resource', () => {
  it('reports updates to a client of 2025-11-25 until it unsubscribes, and stops the method', async () => {
    const [era] = eras;
    const client = (await connect(era, await serve(era))) as ClientV1;
    const updated: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri));
    await client.subscribeResource({ uri: 'desk://clock' });
    await client.subscribeResource({ uri: 'shop://policy' });
    await until(() => updated.length >= 3);
    expect(new Set(updated)).toEqual(new Set(['desk://clock']));
    expect(watchers).toBe(1);
    await client.unsubscribeResource({ uri: 'desk://clock' });
    await until(() => watchers === 0);
    await expect(client.subscribeResource({ uri: 'desk://none' })).rejects.toMatchObject({ code: -32_002 });
    await client.subscribeResource({ uri: 'desk://clock' });
    await until(() => watchers === 1);
    await client.close();
  });

  it('reports updates to a client of 2026-07-28 until it disconnects', async () => {
    const [, era] = eras;
    const toolkit = createToolkit();
    const client = (await connect(era, await serve(era, toolkit))) as unknown as ClientV2;
    const updated: string[] = [];
    const lists: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    client.setNotificationHandler('notifications/prompts/list_changed', () => void lists.push('prompts'));
    const subscription = await client.listen({
      resourceSubscriptions: ['desk://clock', 'shop://policy', 'desk://none'],
      promptsListChanged: true,
    });
    await until(() => updated.length >= 3);
    expect(new Set(updated)).toEqual(new Set(['desk://clock']));
    toolkit.register(definePrompt(tool(() => 'New', { name: 'new' })));
    await until(() => lists.length > 0);
    expect(watchers).toBe(1);
    await subscription.close();
    await until(() => watchers === 0);
  });
});

describe('a server of 2026-07-28', () => {
  it('says how long and by whom contents may be reused', async () => {
    class Pages extends ToolRegistry {
      @Resource('pages://start', { ttlMs: 60_000, cacheScope: 'public' })
      start(): string {
        return 'Start';
      }

      @Resource('pages://other')
      other(): string {
        return 'Other';
      }
    }
    const handler = mcpHandler(new Pages(), { era: '2026-07-28' });
    closeAfterTest(() => handler.close());
    const read = async (uri: string) => (await send(handler, 'resources/read', { uri })).result;
    expect(await read('pages://start')).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
    expect(await read('pages://other')).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    expect((await send(handler, 'prompts/list')).error).toMatchObject({ code: -32_601 });
  });

  it('refuses the state of one method in a request of another', async () => {
    const handler = mcpHandler(createToolkit(), { era: '2026-07-28' });
    closeAfterTest(() => handler.close());
    const capabilities = { elicitation: { form: {} } };
    const asked = await send(handler, 'prompts/get', { name: 'ask', arguments: { topic: 'x' } }, { capabilities });
    expect(asked.result).toMatchObject({ resultType: 'input_required' });
    const { requestState } = asked.result;
    const inputResponses = { 'question-1': answer };
    const stolen = await send(handler, 'tools/call', { name: 'ask', requestState, inputResponses }, { capabilities });
    expect(stolen.error).toMatchObject({ code: -32_602 });
    const disguised = { name: 'prompts/get ask', requestState, inputResponses };
    expect((await send(handler, 'tools/call', disguised, { capabilities })).error).toMatchObject({ code: -32_602 });
    const params = { name: 'ask', arguments: { topic: 'x' }, requestState, inputResponses };
    expect((await send(handler, 'prompts/get', params, { capabilities })).result.messages).toHaveLength(1);
  });

  it('names the capability that a prompt requires', async () => {
    const handler = mcpHandler(createToolkit(), { era: '2026-07-28' });
    closeAfterTest(() => handler.close());
    const refused = await send(handler, 'prompts/get', { name: 'ask', arguments: { topic: 'x' } });
    expect(refused).toMatchObject({ status: 400, error: { code: -32_021 } });
  });
});
