import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Toolkit, ToolSpec } from 'toolwright';
import { type McpHttpOptions, mcpSource } from 'toolwright/mcp';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { until } from '../../execution/waiting.js';
import { beginSession, closeAfterTest, connectHttp } from './clients.js';

const servers = { v1, v2 } as const;
const ways = [
  { sdk: 'v1', sessions: true },
  { sdk: 'v1', sessions: false },
  { sdk: 'v2', sessions: false },
] as const;

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Records everything that reaches the console, process warnings and unhandled rejections. */
function recordLog(): string[] {
  const log: string[] = [];
  const onEvent = (event: unknown): void => void log.push(String(event));
  const events = ['warning', 'unhandledRejection', 'uncaughtExceptionMonitor'];
  for (const event of events) process.on(event, onEvent);
  const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const spies = methods.map((method) => jest.spyOn(console, method).mockImplementation((...words) => onEvent(words)));
  closeAfterTest(async () => {
    for (const event of events) process.off(event, onEvent);
    for (const spy of spies) spy.mockRestore();
  });
  return log;
}

describe.each(ways)('a call over HTTP with the SDK $sdk (sessions: $sessions)', ({ sdk, sessions }) => {
  const state = { started: 0, cancelled: 0, isTalkative: true };

  beforeEach(() => Object.assign(state, { started: 0, cancelled: 0 }));

  function toolkit(): Toolkit {
    const made = new Toolkit();
    const execute = async function* (_: object, ctx: { readonly signal: AbortSignal }): AsyncGenerator<string> {
      ctx.signal.addEventListener('abort', () => state.cancelled++);
      state.started++;
      while (!ctx.signal.aborted) {
        if (state.isTalkative) yield 'more';
        await delay(1);
      }
    };
    made.register(ToolSpec.create({ name: 'wait', executor: { kind: 'test', execute } }));
    return made;
  }

  /** Begins a request whose body is shorter than it says, or a call. Returns a function that disconnects. */
  async function begin(options: Partial<McpHttpOptions>, isWhole: boolean): Promise<() => void> {
    const serving = await servers[sdk].serveMcp(toolkit(), { transport: 'http', port: 0, sessions, ...options });
    closeAfterTest(() => serving.close());
    const url = new URL(String(serving.url));
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'wait' };
    const params = { name: 'wait', _meta: { ...(sdk === 'v2' ? _meta : {}), progressToken: 1 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': isWhole ? body.length : body.length + 1,
      ...(sdk === 'v2' ? modern : {}),
      ...(sessions ? { 'mcp-session-id': await beginSession(url) } : {}),
    };
    const sent = httpRequest(url, { method: 'POST', headers }, (response) => response.on('error', () => {}));
    sent.on('error', () => {});
    sent.write(body);
    return () => sent.destroy();
  }

  it.each(['while it sends progress', 'before it sends anything', 'before all of its request has arrived'])(
    'logs nothing if the client leaves %s',
    async (when) => {
      const isWhole = when !== 'before all of its request has arrived';
      state.isTalkative = when === 'while it sends progress';
      const log = recordLog();
      const errors: unknown[] = [];
      for (const options of [{}, { onError: (error: unknown) => errors.push(error) }]) {
        const before = state.started;
        const disconnect = await begin(options, isWhole);
        if (isWhole) await until(() => state.started > before);
        await delay(50);
        disconnect();
        if (isWhole) await until(() => state.cancelled === state.started);
      }
      await delay(200);
      expect(state.cancelled).toBe(isWhole ? 2 : 0);
      expect(errors).toEqual([]);
      expect(log).toEqual([]);
    },
  );

  it('logs nothing if an official client cancels it', async () => {
    const log = recordLog();
    state.isTalkative = false;
    const serving = await servers[sdk].serveMcp(toolkit(), {
      transport: 'http',
      port: 0,
      sessions,
      closeTimeoutMs: 100,
    });
    closeAfterTest(() => serving.close());
    const info = { name: 'host', version: '1.0.0' };
    const url = new URL(String(serving.url));
    const abort = new AbortController();
    let calling: Promise<unknown>;
    if (sdk === 'v1') {
      const { client } = await connectHttp(url);
      calling = client.callTool({ name: 'wait' }, undefined, { signal: abort.signal });
    } else {
      const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(new StreamableHTTPClientTransport(url));
      closeAfterTest(() => client.close());
      calling = client.callTool({ name: 'wait' }, { signal: abort.signal });
    }
    const outcome = calling.catch(String);
    await until(() => state.started === 1);
    abort.abort();
    await outcome;
    // Without a session, a cancellation cannot name the request of another connection.
    if (sdk !== 'v1' || sessions) await until(() => state.cancelled === 1);
    await serving.close();
    expect(state.cancelled).toBe(1);
    expect(log).toEqual([]);
  });

  it('logs nothing if an imported tool is cancelled', async () => {
    const log = recordLog();
    const warnings: unknown[] = [];
    state.isTalkative = false;
    const options = { transport: 'http', port: 0, sessions, closeTimeoutMs: 100 } as const;
    const serving = await servers[sdk].serveMcp(toolkit(), options);
    closeAfterTest(() => serving.close());
    const onWarning = (warning: unknown): void => void warnings.push(warning);
    const source = mcpSource({ name: 's', transport: { url: String(serving.url) }, sdk, onWarning });
    closeAfterTest(() => source.close());
    const remote = new Toolkit();
    await remote.registerSource(source);
    const abort = new AbortController();
    const calling = remote.execute('s__wait', {}, { signal: abort.signal });
    await until(() => state.started === 1);
    abort.abort();
    expect((await calling).error?.code).toBe('interrupted');
    await delay(200);
    await source.close();
    await serving.close();
    expect(warnings).toEqual([]);
    expect(log).toEqual([]);
  });
});
