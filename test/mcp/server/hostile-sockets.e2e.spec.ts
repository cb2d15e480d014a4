import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Toolkit, ToolSpec } from 'toolwright';
import { type McpHttpOptions, serveMcp } from 'toolwright/mcp';
import { until } from '../../execution/waiting.js';
import { beginSession, closeAfterTest, send, serveHttp } from './clients.js';

/** A tool whose result is larger than the buffers of the operating system. */
function createLargeTool(): { readonly toolkit: Toolkit; readonly text: string } {
  const text = 'x'.repeat(24_000_000);
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.create({ name: 'large', executor: { kind: 'test', execute: () => text } }));
  return { toolkit, text };
}

const callLarge = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'large' } });
const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const postLarge =
  `${head}Accept: application/json, text/event-stream\r\n` + `Content-Length: ${callLarge.length}\r\n\r\n${callLarge}`;

/** Opens a connection that is never read and that does not close when the server ends it. */
function openUnread(url: URL): { readonly socket: Socket; readonly isDestroyed: () => boolean } {
  let isDestroyed = false;
  const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
  socket.pause();
  // The server has destroyed the connection if it rejects what the client writes.
  socket.on('error', () => {
    isDestroyed = true;
  });
  socket.on('close', () => {
    isDestroyed = true;
  });
  closeAfterTest(async () => socket.destroy());
  return { socket, isDestroyed: () => isDestroyed };
}

/** Writes a byte every 20 ms until the server destroys the connection, for ten seconds at most. */
async function drip(socket: Socket, isDestroyed: () => boolean): Promise<void> {
  for (let count = 0; count < 500 && !isDestroyed(); count++) {
    socket.write('x');
    await delay(20);
  }
}

describe('a client that never reads', () => {
  const patient: Partial<McpHttpOptions> = { requestTimeoutMs: 60_000, sendTimeoutMs: 60_000 };

  it.each([
    ['the first line', 'POST /'],
    ['the headers', `${head}X-Drip: `],
    ['the body', `${head}Content-Length: 100000\r\n\r\n`],
    ['the body of a refused request', `${head.replace('/mcp', '/no')}Content-Length: 100000\r\n\r\n`],
  ])('is disconnected after requestTimeoutMs when it drips %s', async (_, start) => {
    const { url } = await serveHttp(new Toolkit(), { ...patient, requestTimeoutMs: 300 });
    const { socket, isDestroyed } = openUnread(url);
    socket.write(start);
    await drip(socket, isDestroyed);
    expect(isDestroyed()).toBe(true);
  });

  it('is disconnected after sendTimeoutMs when it drips the next request instead of reading the response', async () => {
    const { url } = await serveHttp(createLargeTool().toolkit, { ...patient, sessions: false, sendTimeoutMs: 300 });
    const { socket, isDestroyed } = openUnread(url);
    socket.write(`${postLarge}${head}X-Drip: `);
    await drip(socket, isDestroyed);
    expect(isDestroyed()).toBe(true);
  });

  it('is disconnected after requestTimeoutMs when it sends nothing', async () => {
    const { url } = await serveHttp(new Toolkit(), { ...patient, requestTimeoutMs: 300, maxConnections: 1 });
    const { socket } = openUnread(url);
    await until(() => !socket.connecting);
    await delay(3_000);
    expect((await send(url, { method: 'GET' })).status).toBe(400);
  });

  it('does not delay the closing of the server', async () => {
    const { url, close } = await serveHttp(createLargeTool().toolkit, { ...patient, sessions: false });
    const { socket, isDestroyed } = openUnread(url);
    socket.write(postLarge);
    await delay(200);
    await Promise.all([close(), drip(socket, isDestroyed)]);
    expect(isDestroyed()).toBe(true);
  });
});

describe('a client that is slow', () => {
  it('receives its entire response, although that takes longer than sendTimeoutMs', async () => {
    const { toolkit, text } = createLargeTool();
    const { url } = await serveHttp(toolkit, { sessions: false, sendTimeoutMs: 500 });
    const { socket } = openUnread(url);
    const started = performance.now();
    socket.write(postLarge.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let bytes = 0;
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).length;
      await delay(2);
    }
    expect(bytes).toBeGreaterThan(text.length);
    expect(performance.now() - started).toBeGreaterThan(500);
  });

  it('retains a stream on which nothing is sent', async () => {
    const { url } = await serveHttp(new Toolkit(), { requestTimeoutMs: 200, sendTimeoutMs: 200 });
    const session = await beginSession(url);
    const aborted = new AbortController();
    closeAfterTest(async () => aborted.abort());
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': session },
      signal: aborted.signal,
    });
    const reading = response.body?.getReader().read();
    const first = await Promise.race([
      reading?.then(
        () => 'ended',
        () => 'failed',
      ),
      delay(1_500, 'open'),
    ]);
    expect(first).toBe('open');
  });
});

describe('the connections of a server', () => {
  it('are at most maxConnections, and one that closes makes room', async () => {
    const { url } = await serveHttp(new Toolkit(), { maxConnections: 2, requestTimeoutMs: 60_000 });
    const held = [openUnread(url), openUnread(url)];
    await until(() => held.every(({ socket }) => !socket.connecting));
    await expect(send(url, { method: 'GET' })).rejects.toThrow(/ECONNRESET|hang up/);
    held[0]?.socket.destroy();
    const statuses: unknown[] = [];
    for (let tries = 0; tries < 100 && statuses.at(-1) !== 400; tries++) {
      const answer = send(url, { method: 'GET' });
      statuses.push(
        await answer.then(
          ({ status }) => status,
          () => delay(20),
        ),
      );
    }
    expect(statuses.at(-1)).toBe(400);
  });

  it.each(['maxConnections', 'sendTimeoutMs'] as const)('require a valid %s', async (name) => {
    const serving = serveMcp(new Toolkit(), { transport: 'http', port: 0, [name]: 0 });
    await expect(serving).rejects.toThrow(`serveMcp: ${name} must be a number above 0`);
  });
});
