import { setTimeout as pause } from 'node:timers/promises';
import { BehaviorSubject, firstValueFrom, Observable, take, toArray } from 'rxjs';
import { Bind, NotFoundError, Resource, Toolkit, ToolRegistry } from 'toolwright';
import type { McpOfferImport } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { Shop } from '../../offers/shop.js';
import { type Era, eras, serveEra } from '../server/both-clients.js';
import { npmServer, useSources } from './servers.js';

let watchers = 0;
/** What the watched resource contains. */
const board = new BehaviorSubject(0);

/** A resource of the caller, and one that changes when a test says so. */
class Desk extends ToolRegistry {
  @Resource('desk://mine')
  mine(@Bind('greeting') greeting: string): string {
    return greeting;
  }

  @Resource('desk://board', { live: true })
  board(): Observable<string> {
    return new Observable((observer) => {
      watchers++;
      const showing = board.subscribe((count) => observer.next(String(count)));
      return () => {
        watchers--;
        showing.unsubscribe();
      };
    });
  }
}

describe.each(eras)('importing what a server of $version offers', (era: Era) => {
  const { source } = useSources(era.sdk);

  async function imported(offers: boolean | McpOfferImport = true, server = createServer()) {
    const url = await serveEra(era, server, {
      authorization: { verify: (token) => ({ subject: token }) },
      sessionState: (auth) => ({ greeting: `Hello ${(auth as { readonly subject: string }).subject}` }),
      pageSize: 2,
    });
    const headers = ({ auth }: { readonly auth?: unknown } = {}) => ({
      authorization: `Bearer ${String(auth ?? 'own')}`,
    });
    const made = source({ name: 'shop', transport: { url, headers }, offers });
    const toolkit = new Toolkit();
    await toolkit.registerSource(made);
    return { toolkit, made, url, server };
  }

  function createServer(): Toolkit {
    const server = new Toolkit();
    server.register(new Shop());
    server.register(new Desk());
    return server;
  }

  it('lists resources, templates and prompts', async () => {
    const { toolkit, made } = await imported();
    const { resources, templates } = await toolkit.listResources();
    expect(resources).toContainEqual({
      uri: 'shop://policy',
      name: 'policy',
      title: 'Returns',
      mimeType: 'text/markdown',
      description: 'How to return goods',
    });
    expect(templates).toContainEqual(expect.objectContaining({ uriTemplate: 'shop://orders/{id}', name: 'order' }));
    const prompts = toolkit.listPrompts();
    expect(prompts).toContainEqual(
      expect.objectContaining({
        name: 'shop__reply',
        description: 'Reply to a complaint',
        arguments: expect.arrayContaining([{ name: 'id', required: true }]),
      }),
    );
    expect(made.quarantined).toEqual([]);
    expect(Object.keys(made.fingerprints())).toContain('resource:shop://policy');
    expect(toolkit.list().map(({ name }) => name)).toEqual(['shop__countOrders']);
  });

  it('reads resources as they are', async () => {
    const { toolkit } = await imported();
    expect(await toolkit.readResource('shop://policy')).toEqual([
      { uri: 'shop://policy', mimeType: 'text/markdown', text: '# Returns\nWithin 30 days.' },
    ]);
    const [order] = await toolkit.readResource('shop://orders/a1');
    expect(JSON.parse(String(order?.text))).toEqual({ id: 'a1', item: 'tea' });
    const [logo] = await toolkit.readResource('shop://logo');
    expect(logo).toMatchObject({ mimeType: 'image/png', blob: expect.any(String) });
    expect(await toolkit.readResource('shop://pictures')).toHaveLength(2);
    expect((await toolkit.readResource('shop://search?text=cup&limit=2'))[0]?.text).toBe('cup × 2');
    await expect(toolkit.readResource('shop://orders/..')).rejects.toThrow(NotFoundError);
    await expect(toolkit.readResource('shop://orders/none')).rejects.toThrow('no order');
  });

  it('gets prompts and completes their arguments', async () => {
    const { toolkit } = await imported();
    expect(await toolkit.getPrompt('shop__reply', { id: 'a1', count: '1', tone: 'formal' })).toEqual({
      description: 'Reply to a complaint',
      messages: [
        { role: 'user', content: expect.objectContaining({ text: 'Reply to a1, 2 times, in a formal tone.' }) },
      ],
    });
    const { messages } = await toolkit.getPrompt('shop__picture');
    expect(messages.map(({ role, content }) => [role, content.type])).toEqual([
      ['user', 'text'],
      ['user', 'image'],
      ['assistant', 'text'],
    ]);
    const ref = { prompt: 'shop__reply' };
    expect(await toolkit.completeArgument({ ref, argument: 'id', value: 'a' })).toEqual(['a1']);
    const template = { resource: 'shop://orders/{id}' };
    expect(await toolkit.completeArgument({ ref: template, argument: 'id', value: 'b' })).toEqual(['b2']);
  });

  it('reads as the identity of the call', async () => {
    const { toolkit } = await imported();
    const read = async (auth?: string): Promise<unknown> =>
      (await toolkit.readResource('desk://mine', { auth: auth as never }))[0]?.text;
    expect(await read('ann')).toBe('Hello ann');
    expect(await read('bob')).toBe('Hello bob');
    expect(await read()).toBe('Hello own');
  });

  it('reports changes of a live resource, and ends the subscription', async () => {
    const { toolkit } = await imported();
    await toolkit.readResource('desk://board');
    await until(() => watchers === 0);
    const changes = firstValueFrom(toolkit.watchResource('desk://board').pipe(take(2), toArray()));
    await until(() => watchers > 0);
    const firing = setInterval(() => board.next(board.value + 1), 20);
    try {
      expect(await changes).toHaveLength(2);
    } finally {
      clearInterval(firing);
    }
    await until(() => watchers === 0);
  });

  it('follows changes of the lists', async () => {
    const { toolkit, server } = await imported();
    class Late extends ToolRegistry {
      @Resource('late://one')
      one(): string {
        return 'late';
      }
    }
    server.register(new Late());
    const isListed = async (): Promise<boolean> =>
      (await toolkit.listResources()).resources.some(({ uri }) => uri === 'late://one');
    while (!(await isListed())) await pause(10);
    await toolkit.removeSource('shop');
    expect((await toolkit.listResources()).resources).toEqual([]);
  });

  it('imports only tools by default', async () => {
    const { toolkit } = await imported(false);
    expect(await toolkit.listResources()).toEqual({ resources: [], templates: [] });
    const { toolkit: other } = await imported({ resources: false });
    expect((await other.listResources()).resources).toEqual([]);
    expect(other.listPrompts().length).toBeGreaterThan(0);
  });

  it('offers them to models as tools', async () => {
    const { toolkit } = await imported({ asTools: true });
    expect(toolkit.list().map(({ name }) => name)).toEqual([
      'shop__countOrders',
      'shop__read_resource',
      'shop__get_prompt',
    ]);
    const list = await toolkit.execute('shop__read_resource', {});
    expect(String(list.data)).toContain('- shop://policy: How to return goods');
    const read = await toolkit.execute('shop__read_resource', { uri: 'shop://policy' });
    expect(read.toText()).toBe('# Returns\nWithin 30 days.');
    const missing = await toolkit.execute('shop__read_resource', { uri: 'file:///etc/passwd' });
    expect(missing.error?.code).toBe('not_found');
    const prompts = await toolkit.execute('shop__get_prompt', {});
    expect(String(prompts.data)).toContain('shop__reply(id, count, tone?)');
    const got = await toolkit.execute('shop__get_prompt', { name: 'shop__reply', arguments: { id: 'a1', count: '0' } });
    expect(got.toText()).toContain('Reply to a1');
  });

  it('serves them again', async () => {
    const { toolkit } = await imported();
    const url = await serveEra(era, toolkit);
    const client = source({ name: 'far', transport: { url }, offers: true });
    const far = new Toolkit();
    await far.registerSource(client);
    expect((await far.readResource('shop://policy'))[0]?.text).toContain('30 days');
    expect(far.listPrompts().map(({ name }) => name)).toContain('far__shop__reply');
    const ref = { prompt: 'far__shop__reply' };
    expect(await far.completeArgument({ ref, argument: 'id', value: 'b' })).toEqual(['b2']);
    const changed = firstValueFrom(far.watchResource('desk://board'));
    await until(() => watchers > 0);
    const firing = setInterval(() => board.next(board.value + 1), 20);
    await changed.finally(() => clearInterval(firing));
    await far.removeSource('far');
    await until(() => watchers === 0);
  });

  it('imports what server-everything offers', async () => {
    const everything = source({ name: 'all', transport: npmServer('everything'), offers: true });
    const toolkit = new Toolkit();
    await toolkit.registerSource(everything);
    const { resources, templates } = await toolkit.listResources();
    expect(resources.length).toBeGreaterThan(0);
    expect(templates.length).toBeGreaterThan(0);
    expect(await toolkit.readResource(String(resources[0]?.uri))).toHaveLength(1);
    const [prompt] = toolkit.listPrompts().filter(({ arguments: args }) => args === undefined);
    expect((await toolkit.getPrompt(String(prompt?.name))).messages.length).toBeGreaterThan(0);
    expect(everything.quarantined.filter(({ kind }) => kind !== undefined)).toEqual([]);
  });
});
