import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { Tool, ToolContext, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { type ClaudeToolServer, toolServer } from 'toolwright/claude-agent';
import { deferred } from '../execution/waiting.js';
import { closeAfterTest } from '../mcp/server/clients.js';

class Shop extends ToolRegistry {
  readonly started = deferred<void>();
  readonly stopped = deferred<string>();

  @Tool({ needsApproval: true })
  pay(): string {
    return 'paid';
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<void> {
    this.started.resolve();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
    this.stopped.resolve('stopped');
  }

  @Tool({ group: 'extra' })
  discount(): string {
    return 'ten percent';
  }
}

function createToolkit(shop = new Shop()): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('extra', { description: 'Prices', instructions: 'Mention the discount.' });
  toolkit.register(shop);
  return toolkit;
}

/** Connects a client as the SDK does: to `instance`, in this process. */
async function connect({ instance }: ClaudeToolServer, options?: ClientOptions): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'agent', version: '1.0.0' }, options);
  await Promise.all([instance.connect(serverSide), client.connect(clientSide)]);
  closeAfterTest(() => client.close());
  return client;
}

const namesOf = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

describe('toolServer', () => {
  it('has the shape of an SDK server, with a time limit if there is one', async () => {
    const toolkit = createToolkit();
    const instance = expect.anything();
    expect(await toolServer(toolkit, { name: 'shop' })).toEqual({ type: 'sdk', name: 'shop', instance });
    expect(await toolServer(toolkit, { name: 'shop', timeoutMs: 5_000 })).toEqual({
      type: 'sdk',
      name: 'shop',
      timeout: 5_000,
      instance,
    });
  });

  it('presents its name, its version and its instructions', async () => {
    const client = await connect(
      await toolServer(createToolkit(), { name: 'shop', version: '2.1.0', instructions: 'Be brief.' }),
    );
    expect(client.getServerVersion()).toEqual({ name: 'shop', version: '2.1.0' });
    expect(client.getInstructions()).toBe('Be brief.');
  });

  it('has the instructions of the active groups unless others are passed', async () => {
    const toolkit = createToolkit();
    expect((await connect(await toolServer(toolkit, { name: 'shop' }))).getInstructions()).toBeUndefined();
    const session = toolkit.session({ groups: ['extra'] });
    const client = await connect(await toolServer(session, { name: 'shop' }));
    expect(client.getInstructions()).toBe(session.getGroupInstructions());
    expect(client.getInstructions()).toContain('Mention the discount.');
  });

  it('publishes the JSON Schema of a tool as it is', async () => {
    const inputSchema = {
      type: 'object',
      properties: { area: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { const: 'all' }] } },
      required: ['area'],
      additionalProperties: false,
    } as const;
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.create({ name: 'measure', inputSchema, executor: { kind: 'test', execute: () => 1 } }));
    const client = await connect(await toolServer(toolkit, { name: 'shop' }));
    expect((await client.listTools()).tools).toMatchObject([{ name: 'measure', inputSchema }]);
  });

  it('gives each client of a toolkit its own session', async () => {
    const toolkit = createToolkit();
    toolkit.enableMetaTool();
    const [first, second] = await Promise.all(
      [1, 2].map(async () => connect(await toolServer(toolkit, { name: 'shop' }))),
    );
    await first?.callTool({ name: 'activate_tool_groups', arguments: { extra: true } });
    expect(await namesOf(first as Client)).toContain('discount');
    expect(await namesOf(second as Client)).not.toContain('discount');
  });

  it('announces a group that the application activates', async () => {
    const session = createToolkit().session();
    const client = await connect(await toolServer(session, { name: 'shop' }));
    const announced = deferred<void>();
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => announced.resolve());
    session.updateGroups(['extra'], true);
    await announced.promise;
    expect(await namesOf(client)).toContain('discount');
  });

  it('denies a call that needs approval if neither an approver nor the agent can decide', async () => {
    const client = await connect(await toolServer(createToolkit(), { name: 'shop' }));
    const result = await client.callTool({ name: 'pay' });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/needs approval/) }] });
  });

  it('aborts the running calls when the agent closes the connection', async () => {
    const shop = new Shop();
    const client = await connect(await toolServer(createToolkit(shop), { name: 'shop' }));
    const call = client.callTool({ name: 'wait' });
    await shop.started.promise;
    await client.close();
    await expect(call).rejects.toThrow('Connection closed');
    expect(await shop.stopped.promise).toBe('stopped');
  });

  it('passes the options of attachMcp on', async () => {
    const client = await connect(
      await toolServer(createToolkit(), { name: 'shop', pageSize: 1, auth: 'ann', maxArgumentBytes: 100 }),
    );
    expect((await client.listTools()).nextCursor).toBeDefined();
    const result = await client.callTool({ name: 'pay', arguments: { text: 'x'.repeat(200) } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('exceed 100 bytes') }] });
  });

  it('rejects an option of another session', async () => {
    const session = createToolkit().session();
    await expect(toolServer(session, { name: 'shop', sessionState: () => ({}) })).rejects.toThrow("'sessionState'");
  });
});
