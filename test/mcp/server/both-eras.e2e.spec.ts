import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Toolkit, ToolSpec } from 'toolwright';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { beginSession, closeAfterTest, initialize, type RawRequest, send, serveHttp } from './clients.js';

const servers = { v1, v2 } as const;
const eras = ['v1', 'v2'] as const;

const modern = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'keys',
};
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function toolkit(): Toolkit {
  const made = new Toolkit();
  const inputSchema = { type: 'object', additionalProperties: true } as const;
  const execute = (args: object): string => Object.keys(args).join();
  made.register(ToolSpec.create({ name: 'keys', inputSchema, executor: { kind: 'test', execute } }));
  return made;
}

function callOf(args: string): string {
  const params = `{"name":"keys","arguments":${args},"_meta":${JSON.stringify(_meta)}}`;
  return `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":${params}}`;
}

const hostile = [
  ['at the top', '{"a":1,"__proto__":{"isAdmin":true}}'],
  ['within an argument', '{"a":{"__proto__":{"isAdmin":true}}}'],
  ['in a list', '{"a":[{"__proto__":1}]}'],
] as const;

describe.each(eras)('arguments that are named __proto__, with the SDK %s', (era) => {
  const refused = {
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining("the name '__proto__' is never an argument") }],
  };

  it.each(hostile)('are refused over HTTP: %s', async (_, args) => {
    const serving = await servers[era].serveMcp(toolkit(), { transport: 'http', port: 0 });
    closeAfterTest(() => serving.close());
    const url = new URL(String(serving.url));
    const headers = era === 'v2' ? modern : { 'mcp-session-id': await beginSession(url) };
    expect((await send(url, { body: callOf(args), headers })).json.result).toMatchObject(refused);
  });

  it.each(hostile)('are refused over standard input and output: %s', async (_, args) => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const serving = await servers[era].serveMcp(toolkit(), { transport: 'stdio', stdin, stdout });
    closeAfterTest(() => serving.close());
    stdin.write(`${callOf(args)}\n`);
    const [line] = (await stdout.iterator({ destroyOnReturn: false }).next()).value.toString().split('\n');
    expect((JSON.parse(line) as { result: unknown }).result).toMatchObject(refused);
  });
});

describe.each(eras)('a client that closes its end after its requests, with the SDK %s', (era) => {
  it.each([
    ['tools/call', 'content'],
    ['tools/list', 'tools'],
  ])('receives the response to %s', async (method, member) => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    // The state of the request is read while the server already closes.
    const requestState = () => delay(50, { tenant: 'north' });
    const serving = await servers[era].serveMcp(toolkit(), { transport: 'stdio', stdin, stdout, requestState });
    const call = JSON.parse(callOf('{}')) as object;
    stdin.end(`${JSON.stringify({ ...call, method })}\n`);
    await serving.closed;
    expect(JSON.parse(String(stdout.read()))).toMatchObject({ id: 9, result: { [member]: expect.anything() } });
  });
});

describe('a batch', () => {
  const list = (id: number): object => ({ jsonrpc: '2.0', id, method: 'tools/list' });

  it.each([
    ['2025-03-26', 200],
    ['2025-06-18', 400],
    ['2025-11-25', 400],
  ])('in a session of version %s is answered with %d, whatever version its header names', async (version, status) => {
    const { url } = await serveHttp(toolkit());
    const params = { ...initialize.params, protocolVersion: version };
    const { headers } = await send(url, { body: { ...initialize, params } });
    const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
    for (const own of [session, { ...session, 'mcp-protocol-version': '2025-03-26' }]) {
      const answer = await send(url, { body: [list(1), list(2)], headers: own });
      expect(answer.status).toBe(status);
      if (status === 400) {
        expect(answer.json).toEqual({
          jsonrpc: '2.0',
          id: null,
          error: {
            code: -32_600,
            message: `Version ${version} of the protocol has no batches. Send one message at a time.`,
          },
        });
      }
    }
  });

  it('cannot begin a session', async () => {
    const { url } = await serveHttp(toolkit());
    expect((await send(url, { body: [initialize] })).status).toBe(400);
  });

  it.each<[string, RawRequest['headers'], number]>([
    ['without a version', {}, 200],
    ['of version 2025-11-25', { 'mcp-protocol-version': '2025-11-25' }, 400],
  ])('to a server without sessions, %s, is answered with %s', async (_, headers, status) => {
    const { url } = await serveHttp(toolkit(), { sessions: false });
    expect((await send(url, { body: [list(1), list(2)], headers })).status).toBe(status);
  });

  it('is refused in version 2026-07-28', async () => {
    const serving = await v2.serveMcp(toolkit(), { transport: 'http', port: 0 });
    closeAfterTest(() => serving.close());
    const call = JSON.parse(callOf('{}')) as object;
    const answer = await send(new URL(String(serving.url)), { body: [call, call], headers: modern });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toBeDefined();
  });
});
