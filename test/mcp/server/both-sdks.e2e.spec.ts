import { Toolkit, ToolSpec } from 'toolwright';
import { type McpHttpOptions, type McpServing, type McpSource, mcpSource } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { deferred, until } from '../../execution/waiting.js';
import { closeAfterTest } from './clients.js';

const servers = { v1, v2 } as const;

/** Creates a toolkit with a tool that waits and records how it ends. */
function createWaitingTool() {
  const [started, finish] = [deferred(), deferred()];
  const ends: string[] = [];
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({
      name: 'wait',
      executor: {
        kind: 'test',
        execute: async function* (_, ctx) {
          try {
            ctx.signal.addEventListener('abort', () => ends.push('aborted'));
            yield 'on it';
            started.resolve();
            await Promise.race([
              finish.promise,
              new Promise((resolve) => ctx.signal.addEventListener('abort', resolve)),
            ]);
            yield ' done';
          } finally {
            ends.push('ended');
          }
        },
      },
    }),
  );
  return { toolkit, started: started.promise, finish: () => finish.resolve(), ends };
}

describe.each(['v1', 'v2'] as const)('tools served over HTTP with the SDK %s', (sdk) => {
  async function serve(toolkit: Toolkit, options: Omit<McpHttpOptions, 'transport'> = {}): Promise<McpServing> {
    const serving = await servers[sdk].serveMcp(toolkit, {
      transport: 'http',
      port: 0,
      closeTimeoutMs: 100,
      ...options,
    });
    closeAfterTest(() => serving.close());
    return serving;
  }

  /** Creates a source with a real client, which reads all pages. */
  function sourceOf({ url }: McpServing, headers: Record<string, string> = {}): McpSource {
    const transport = { url: String(url), headers };
    const source = mcpSource({ name: 'desk', prefix: false, sdk, transport, onWarning: () => {} });
    closeAfterTest(() => source.close());
    return source;
  }

  it('are listed page by page in the order of registration, without those that the client may not access', async () => {
    const toolkit = new Toolkit();
    for (const name of ['zebra', 'secret', 'apple', 'mango', 'berry']) {
      const canAccess = name === 'secret' ? (auth: unknown): boolean => auth === 'boss' : undefined;
      toolkit.register(ToolSpec.create({ name, canAccess, executor: { kind: 'test', execute: () => name } }));
    }
    const verify = (token: string) => ({ subject: token, auth: token });
    const serving = await serve(toolkit, { pageSize: 2, authorization: { verify } });
    const namesFor = async (who: string): Promise<readonly string[]> => {
      const specs = await sourceOf(serving, { authorization: `Bearer ${who}` }).specs();
      return specs.map(({ name }) => name);
    };
    expect(await namesFor('ann')).toEqual(['zebra', 'apple', 'mango', 'berry']);
    expect(await namesFor('boss')).toEqual(['zebra', 'secret', 'apple', 'mango', 'berry']);
  });

  it('read the state that sessionState derives from the client and its request', async () => {
    const toolkit = new Toolkit();
    toolkit.register(
      ToolSpec.create({
        name: 'whoAmI',
        executor: { kind: 'test', execute: (_, { state }) => `${state.get('who')} from ${state.get('place')}` },
      }),
    );
    const serving = await serve(toolkit, {
      authorization: { verify: (token) => ({ subject: token, auth: token }) },
      sessionState: (auth, request) => ({ who: auth, place: request?.headers['x-place'] }),
    });
    const [spec] = await sourceOf(serving, { authorization: 'Bearer ann', 'x-place': 'Rome' }).specs();
    expect(await spec?.call({})).toBe('ann from Rome');
  });

  it('accept a call without arguments', async () => {
    const toolkit = new Toolkit();
    toolkit.register(function ping() {
      return 'pong';
    });
    const { url } = await serve(toolkit, { sessions: false });
    const modern = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'ping', ...(sdk === 'v2' ? { _meta: modern } : {}) };
    const answer = await fetch(String(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(sdk === 'v2'
          ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'ping' }
          : {}),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    expect(await answer.text()).toContain('"text":"pong"');
  });

  it('are aborted when the client cancels: the generator cleans up', async () => {
    const { toolkit, started, ends } = createWaitingTool();
    const [spec] = await sourceOf(await serve(toolkit)).specs();
    const abort = new AbortController();
    const calling = spec?.exec({}, { signal: abort.signal });
    await started;
    abort.abort();
    expect((await calling)?.isInterrupted).toBe(true);
    await until(() => ends.length === 2);
    expect(ends).toEqual(['aborted', 'ended']);
  });

  it('complete pending calls when the server is closed more than once', async () => {
    const { toolkit, started, finish, ends } = createWaitingTool();
    const serving = await serve(toolkit, { closeTimeoutMs: 10_000 });
    const [spec] = await sourceOf(serving).specs();
    const calling = spec?.exec({});
    await started;
    const closing = Promise.all([serving.close(), serving.close()]);
    finish();
    expect((await calling)?.data).toBe('on it done');
    await closing;
    await serving.close();
    await serving.closed;
    expect(ends).toEqual(['ended']);
  });

  it('are cancelled when they exceed closeTimeoutMs of a closing server', async () => {
    const { toolkit, started, ends } = createWaitingTool();
    const serving = await serve(toolkit, { closeTimeoutMs: 50 });
    const [spec] = await sourceOf(serving).specs();
    const calling = spec?.exec({});
    await started;
    await serving.close();
    expect(ends).toEqual(['aborted', 'ended']);
    expect((await calling)?.error).toMatchObject({ code: 'execution' });
  });

  it('can be imported by a source that is closed more than once', async () => {
    const { toolkit } = createWaitingTool();
    const source = sourceOf(await serve(toolkit));
    const [spec] = await source.specs();
    await Promise.all([source.close(), source.close()]);
    await source.close();
    expect((await spec?.exec({}))?.error).toMatchObject({ code: 'interrupted' });
    await expect(source.specs()).rejects.toMatchObject({ code: 'interrupted' });
  });
});
