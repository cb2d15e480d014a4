import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { clientTool, Tool, ToolContext, Toolkit, type ToolkitSession, ToolRegistry } from 'toolwright';
import { attachMcp, type McpAttachOptions } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import { closeAfterTest } from './clients.js';

class Notes extends ToolRegistry {
  @Tool({ bind: { user: 'user' } })
  whose(user: string): string {
    return `notes of ${user}`;
  }

  @Tool()
  role(ctx: ToolContext): string {
    return String(ctx.auth);
  }

  @Tool()
  keep(ctx: ToolContext): string {
    ctx.state.set('kept', 'a note');
    return 'kept';
  }

  @Tool({ group: 'editing' })
  erase(): string {
    return 'erased';
  }
}

function createToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('editing', { description: 'Changes notes' });
  toolkit.enableMetaTool();
  toolkit.register(new Notes());
  return toolkit;
}

async function connect(session: ToolkitSession, options: McpAttachOptions = {}, attach = attachMcp) {
  const server = new McpServer({ name: 'test', version: '1.0.0' });
  const attachment = await attach(session, server, options);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  closeAfterTest(() => client.close());
  const call = async (name: string, args = {}): Promise<unknown> =>
    (await client.callTool({ name, arguments: args })).content;
  const list = async (): Promise<readonly string[]> => (await client.listTools()).tools.map(({ name }) => name);
  return { attachment, client, call, list };
}

const text = (value: string) => [{ type: 'text', text: value }];

describe('attachMcp with a session', () => {
  it.each([
    ['toolwright/mcp', attachMcp],
    ['toolwright/mcp/v1', v1.attachMcp],
  ])('runs all calls in the session: %s', async (_, attach) => {
    const session = createToolkit().session({ state: { user: 'ann' }, auth: 'editor' });
    const events: string[] = [];
    session.events$.subscribe(({ type, toolName }) => events.push(`${toolName} ${type}`));
    const { call } = await connect(session, {}, attach);
    expect(await call('whose')).toEqual(text('notes of ann'));
    expect(await call('role')).toEqual(text('editor'));
    expect(await call('keep')).toEqual(text('kept'));
    expect(session.state.get('kept')).toBe('a note');
    expect(events.filter((event) => event.endsWith('completed'))).toEqual([
      'whose completed',
      'role completed',
      'keep completed',
    ]);
  });

  it('shares the active groups with the application, in both directions', async () => {
    const toolkit = createToolkit();
    const session = toolkit.session();
    const { call, list } = await connect(session);
    expect(await list()).not.toContain('erase');
    await call('activate_tool_groups', { editing: true });
    expect(session.activeGroups()).toContain('editing');
    expect(toolkit.activeGroups()).not.toContain('editing');
    session.updateGroups(['editing'], false);
    expect(await list()).not.toContain('erase');
  });

  it('prefers the identity that is attached to that of the session', async () => {
    const session = createToolkit().session({ auth: 'editor' });
    const { call } = await connect(session, { auth: 'reader' });
    expect(await call('role')).toEqual(text('reader'));
  });

  it('keeps the session usable after it is closed', async () => {
    const session = createToolkit().session({ state: { user: 'ann' } });
    const { attachment, call } = await connect(session);
    await attachment.close();
    await expect(call('whose')).rejects.toThrow('The server is shutting down');
    expect((await session.execute('whose')).data).toBe('notes of ann');
  });

  it('neither lists nor runs a tool that the client of the toolkit runs', async () => {
    const toolkit = createToolkit();
    const session = toolkit.session();
    const { call, list } = await connect(session);
    toolkit.register(clientTool({ name: 'locate', inputSchema: { type: 'object', properties: {} } }));
    expect(session.get('locate')).toBeDefined();
    expect(await list()).not.toContain('locate');
    await expect(call('locate')).rejects.toThrow("The tool 'locate' is run by the client of the toolkit");
  });

  it.each([
    ['sessionState', { sessionState: () => ({}) }],
    ['requestState', { requestState: () => ({}) }],
    ['versions', { versions: { erase: '1.x' } }],
    ['maskErrors', { maskErrors: true }],
  ])('rejects the option %s, which creates another session', async (name, options) => {
    const server = new McpServer({ name: 'test', version: '1.0.0' });
    const attaching = attachMcp(createToolkit().session(), server, options);
    await expect(attaching).rejects.toThrow(`attachMcp: '${name}' is an option for the session that a toolkit creates`);
  });

  it.each(['pageSize', 'maxArgumentBytes'])('rejects %s: 0', async (name) => {
    const server = new McpServer({ name: 'test', version: '1.0.0' });
    const attaching = attachMcp(createToolkit().session(), server, { [name]: 0 });
    await expect(attaching).rejects.toThrow(name);
  });
});
