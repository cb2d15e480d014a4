import { Bind, DefinitionError, Tool, ToolContext, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import type { McpHttpOptions, McpRequestState } from 'toolwright/mcp';
import { deferred, until } from '../../execution/waiting.js';
import { connectEra, eras, serveEra } from './both-clients.js';
import { connectInMemory } from './clients.js';

class Invoices extends ToolRegistry {
  @Tool({ description: (_, state) => `List the invoices of ${state.get('tenant.id')}` })
  list(@Bind('tenant.id') tenant: string): string {
    return `invoices of ${tenant}`;
  }

  @Tool()
  read(ctx: ToolContext): string {
    return JSON.stringify(ctx.state);
  }

  @Tool()
  write(ctx: ToolContext): string {
    ctx.state.set('tenant.note', 'written');
    ctx.state.set('visits', Number(ctx.state.get('visits') ?? 0) + 1);
    return JSON.stringify(ctx.state);
  }
}

function invoiceToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Invoices());
  return toolkit;
}

const tenantOf: McpRequestState = (_, request) => ({ tenant: { id: request?.headers['x-tenant'] } });

const textOf = (result: unknown): unknown => (result as { content: { text: string }[] }).content[0]?.text;

describe.each(eras)('requestState for a client of $version', (era) => {
  /** Serves invoices to one client, whose requests are of the tenant that `tenant.id` names. */
  async function gateway(options: Omit<McpHttpOptions, 'transport'>, toolkit = invoiceToolkit()) {
    const tenant = { id: 'acme' };
    const errors: unknown[] = [];
    const url = await serveEra(era, toolkit, { onError: (error) => errors.push(error), ...options });
    const client = await connectEra(era, url, () => ({ 'x-tenant': tenant.id, authorization: 'Bearer 1' }));
    const call = async (name: string) => textOf(await client.callTool({ name }));
    return { client, call, tenant, errors };
  }

  it('binds the value of each request, also for clients that share a session', async () => {
    const { call, tenant } = await gateway({ requestState: tenantOf });
    expect(await call('list')).toBe('invoices of acme');
    tenant.id = 'globex';
    expect(await call('list')).toBe('invoices of globex');
  });

  it('is awaited, and receives the identity of the client', async () => {
    const { call } = await gateway({
      authorization: { verify: () => ({ subject: 'ann', auth: 'Ann' }) },
      requestState: async (auth, request) => ({ tenant: { id: `${auth} at ${request?.url.pathname}` } }),
    });
    expect(await call('list')).toBe('invoices of Ann at /mcp');
  });

  it('is visible to the descriptions of each list, and to tools that depend on the state', async () => {
    const toolkit = invoiceToolkit();
    const isAcme = ({ state }: { state: { get(path: string): unknown } }) => state.get('tenant.id') === 'acme';
    toolkit.register(ToolSpec.create({ name: 'acmeOnly', executor: { kind: 'test', execute: () => 'yes' } }), {
      enabled: isAcme,
    });
    const { client, call, tenant } = await gateway({ requestState: tenantOf }, toolkit);
    const list = async () => (await client.listTools()).tools;
    const listed = await list();
    expect(listed.map(({ name }) => name)).toContain('acmeOnly');
    expect(listed.find(({ name }) => name === 'list')?.description).toBe('List the invoices of acme');
    expect(await call('acmeOnly')).toBe('yes');
    tenant.id = 'globex';
    const others = await list();
    expect(others.map(({ name }) => name)).not.toContain('acmeOnly');
    expect(others.find(({ name }) => name === 'list')?.description).toBe('List the invoices of globex');
    await expect(call('acmeOnly')).rejects.toThrow('no tool named');
  });

  it('of two concurrent requests is separate', async () => {
    const [bothStarted, started] = [deferred(), { count: 0 }];
    const toolkit = new Toolkit();
    toolkit.register(
      ToolSpec.create({
        name: 'meet',
        executor: {
          kind: 'test',
          execute: async (_, ctx) => {
            const before = ctx.state.get('tenant.id');
            ctx.state.set('tenant.seen', before);
            if (++started.count === 2) bothStarted.resolve();
            await bothStarted.promise;
            return `${before} ${ctx.state.get('tenant.id')} ${ctx.state.get('tenant.seen')}`;
          },
        },
      }),
    );
    const { call, tenant } = await gateway({ requestState: tenantOf }, toolkit);
    const first = call('meet');
    await until(() => started.count === 1);
    tenant.id = 'globex';
    expect(await Promise.all([first, call('meet')])).toEqual(['acme acme acme', 'globex globex globex']);
  });

  it('hides what sessionState sets, only for the keys that it replaces', async () => {
    const sessionState = () => ({ tenant: { id: 'session', key: 'k' }, user: 'ann' });
    const { call } = await gateway({ sessionState, requestState: { replaces: ['tenant'], state: tenantOf } });
    expect(JSON.parse(String(await call('read')))).toEqual({ tenant: { id: 'acme' }, user: 'ann' });
  });

  it('is refused by name for a key that sessionState sets too', async () => {
    const { client, errors } = await gateway({ sessionState: () => ({ tenant: 1 }), requestState: tenantOf });
    const internal = { code: -32_603, message: expect.stringMatching(/Internal error\.$/) };
    await expect(client.callTool({ name: 'read' })).rejects.toMatchObject(internal);
    await expect(client.listTools()).rejects.toMatchObject(internal);
    expect(errors).toEqual([expect.any(DefinitionError), expect.any(DefinitionError)]);
    expect(String(errors[0])).toMatch(/the key 'tenant', which sessionState sets too.*replaces: \['tenant'\]/);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('s3cr3t');
      },
      /s3cr3t/,
    ],
    ['rejects', () => Promise.reject(new Error('s3cr3t')), /s3cr3t/],
    ['returns nothing', () => undefined, /must return a plain object/],
    ['returns an array', () => ['s3cr3t'], /must return a plain object/],
  ])('that %s fails the request, and only onError receives the error', async (_, state, message) => {
    const { client, errors } = await gateway({ requestState: state as unknown as McpRequestState });
    const failure: unknown = await client.callTool({ name: 'read' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: -32_603 });
    expect(`${failure} ${JSON.stringify(failure)}`).not.toContain('s3cr3t');
    expect(errors.map(String)).toEqual([expect.stringMatching(message)]);
  });
});

describe('what a tool writes in a session with requestState', () => {
  it('stays in its request for the keys of the request, and in the session for all others', async () => {
    const url = await serveEra(eras[0], invoiceToolkit(), { requestState: tenantOf });
    const client = await connectEra(eras[0], url, () => ({ 'x-tenant': 'acme' }));
    const call = async (name: string) => JSON.parse(String(textOf(await client.callTool({ name }))));
    expect(await call('write')).toEqual({ visits: 1, tenant: { id: 'acme', note: 'written' } });
    expect(await call('read')).toEqual({ visits: 1, tenant: { id: 'acme' } });
    expect(await call('write')).toMatchObject({ visits: 2 });
  });
});

describe('requestState', () => {
  it('shares the active groups of the session', async () => {
    const toolkit = new Toolkit();
    toolkit.enableMetaTool();
    toolkit.createGroup('extra', { description: 'More tools' });
    toolkit.register(ToolSpec.create({ name: 'more', executor: { kind: 'test', execute: () => 'yes' } }), {
      group: 'extra',
    });
    const client = await connectInMemory(toolkit, { requestState: () => ({}) });
    await client.callTool({ name: 'activate_tool_groups', arguments: { extra: true } });
    expect(textOf(await client.callTool({ name: 'more' }))).toBe('yes');
  });

  it.each([
    [42, /requestState must be a function or/],
    [{ replaces: ['a'] }, /state must be a function/],
    [{ state: () => ({}), replaces: 'a' }, /replaces must be an array of strings/],
    [{ state: () => ({}), replace: ['a'] }, /no option 'replace'/],
  ])('is refused early as %j', async (requestState, message) => {
    const serving = serveEra(eras[0], new Toolkit(), { requestState: requestState as never });
    await expect(serving).rejects.toThrow(DefinitionError);
    await expect(serving).rejects.toThrow(message);
  });
});
