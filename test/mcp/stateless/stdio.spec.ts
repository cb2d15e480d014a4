import { PassThrough } from 'node:stream';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { type McpServing, serveMcp } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { tasks } from './requests.js';

let serving: McpServing | undefined;

afterEach(async () => {
  await serving?.close();
  serving = undefined;
});

const meta = (capabilities: object): object => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** Serves a tool, and returns a client that sends lines and collects the messages of the server. */
async function connect(run: (args: unknown, ctx: ToolContext) => unknown) {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.create({ name: 'work', task: 'allowed', executor: { kind: 'test', execute: run } }));
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const errors: unknown[] = [];
  const onError = (error: unknown): number => errors.push(error);
  serving = await serveMcp(toolkit, {
    transport: 'stdio',
    era: '2026-07-28',
    stdin,
    stdout,
    closeTimeoutMs: 50,
    onError,
  });
  let text = '';
  stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test reads its own messages.
  const received = (): any[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return {
    toolkit,
    errors,
    received,
    write: (line: string) => stdin.write(`${line}\n`),
    // biome-ignore lint/suspicious/noExplicitAny: each test reads its own answer.
    send: async (id: number, method: string, params: object = {}, capabilities: object = {}): Promise<any> => {
      const message = { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta(capabilities) } };
      stdin.write(`${JSON.stringify(message)}\n`);
      await until(() => received().some((one) => one.id === id));
      return received().find((one) => one.id === id);
    },
  };
}

describe('a server of 2026-07-28 over standard input and output', () => {
  it('describes itself, lists its tools and calls them', async () => {
    const { send } = await connect(() => 'done');
    expect((await send(1, 'server/discover')).result.supportedVersions).toEqual(['2026-07-28']);
    expect((await send(2, 'tools/list')).result.tools).toMatchObject([{ name: 'work' }]);
    expect((await send(3, 'tools/call', { name: 'work' })).result).toMatchObject({
      resultType: 'complete',
      content: [{ text: 'done' }],
    });
    expect((await send(4, 'unknown')).error.code).toBe(-32_601);
  });

  it('runs tasks', async () => {
    const { send } = await connect(() => 'done');
    const { taskId } = (await send(1, 'tools/call', { name: 'work' }, tasks)).result;
    const { result } = await send(2, 'tasks/get', { taskId }, tasks);
    expect(result).toMatchObject({ status: 'completed', result: { content: [{ text: 'done' }] } });
  });

  it('refuses a line that is not JSON and an ID that is in use, and goes on', async () => {
    const { send, write, received, errors } = await connect(async (_, ctx) => {
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    });
    write('{ nonsense');
    const call = JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'work', _meta: meta({}) },
    });
    write(call);
    write(call);
    await until(() => received().length === 2);
    expect(received().map(({ id, error }) => [id, error.code])).toEqual([
      [undefined, -32_700],
      [7, -32_600],
    ]);
    expect(errors).toHaveLength(1);
    expect((await send(8, 'tools/list')).result.tools).toHaveLength(1);
  });

  it('refuses a malformed request by its ID, but no response', async () => {
    const { write, received, errors } = await connect(() => 'done');
    write('{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"progressToken":null}}}');
    write('{"jsonrpc":"2.0","id":"a","method":"tools/list","params":[]}');
    write('{"jsonrpc":"2.0","id":8,"result":{}}');
    await until(() => received().length === 3);
    expect(received().map(({ id, error }) => [id, error.code])).toEqual([
      [7, -32_600],
      ['a', -32_600],
      [undefined, -32_600],
    ]);
    expect(errors).toHaveLength(1);
  });

  it('does not answer a notification, also if it names another version', async () => {
    const { send, received, write, errors } = await connect(() => 'done');
    for (const version of ['2025-11-25', 5]) {
      const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': version } };
      write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized', params }));
    }
    await send(1, 'tools/list');
    expect(received().map(({ id }) => id)).toEqual([1]);
    expect(errors).toHaveLength(2);
  });

  it('does not answer a call that its client has cancelled', async () => {
    let isRunning = false;
    let isAborted = false;
    const { send, write, received } = await connect(async (_, ctx) => {
      isRunning = true;
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      isAborted = true;
    });
    write(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'work', _meta: meta({}) } }));
    await until(() => isRunning);
    write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }));
    await until(() => isAborted);
    await send(8, 'tools/list');
    expect(received().map(({ id }) => id)).toEqual([8]);
  });

  it('reports changes of the list to a subscriber, and ends the subscription when it closes', async () => {
    const { toolkit, write, received } = await connect(() => 'done');
    const params = { notifications: { toolsListChanged: true }, _meta: meta({}) };
    write(JSON.stringify({ jsonrpc: '2.0', id: 'sub', method: 'subscriptions/listen', params }));
    await until(() => received().length === 1);
    toolkit.register(function more() {});
    await until(() => received().length === 2);
    await serving?.close();
    expect(received().map(({ id, method }) => method ?? id)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
      'sub',
    ]);
  });
});
