import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'toolwright/client';
import { startExpress } from '../../samples/streaming-servers/express-server.js';
import { startFastify } from '../../samples/streaming-servers/fastify-server.js';
import { startHono } from '../../samples/streaming-servers/hono-server.js';
import { startRoute } from '../../samples/streaming-servers/next-route.js';
import { createToolkit, Rows, type RowTools } from '../../samples/streaming-servers/rows.js';
import type { RunningServer } from '../../samples/streaming-servers/running-server.js';
import { until } from '../execution/waiting.js';

const sendAll = 1_000_000;

describe.each([
  ['Express', startExpress],
  ['Fastify', startFastify],
  ['Hono', startHono],
  ['a Next.js route handler', startRoute],
])('a stream of server-sent events with %s', (_, start) => {
  let rows: Rows;
  let server: RunningServer;

  beforeEach(async () => {
    rows = new Rows();
    server = await start(createToolkit(rows));
  });

  afterEach(async () => {
    await server.close();
  });

  async function open(count: number): Promise<readonly [ClientRequest, IncomingMessage]> {
    const headers = { 'content-type': 'application/json' };
    const sent = request(`${server.url}/tools/rows/stream`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.end(JSON.stringify({ count }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    return [sent, response];
  }

  it('sends each response of the call', async () => {
    const [, response] = await open(3);
    expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
    expect(events.map(({ state, isLast }) => [state, isLast])).toEqual([
      ['running', false],
      ['running', false],
      ['running', false],
      ['success', true],
    ]);
  });

  it('is read by the client for browsers, which cancels the call', async () => {
    const tools = createClient<RowTools>({ url: `${server.url}/tools` });
    const numbers: number[] = [];
    for await (const part of tools.rows.stream({ count: sendAll })) {
      if (!part.isLast) numbers.push(part.data.row);
      if (numbers.length === 3) break;
    }
    expect(numbers).toEqual([1, 2, 3]);
    await until(() => rows.wasAborted);
    expect(rows.wasAborted).toBe(true);
  });

  it('cancels the call when the client disconnects', async () => {
    const [sent, response] = await open(sendAll);
    await once(response, 'data');
    sent.destroy();
    await until(() => rows.wasAborted);
    expect(rows.wasAborted).toBe(true);
    expect(rows.read).toBeLessThan(sendAll);
  });

  it('makes the tool wait for a client that reads slowly', async () => {
    const [sent, response] = await open(sendAll);
    let before = -1;
    // Until the buffers of both sockets are full.
    while (rows.read !== before) {
      before = rows.read;
      await pause(200);
    }
    expect(rows.wasAborted).toBe(false);
    response.resume();
    await until(() => rows.read > before + 10);
    expect(rows.read).toBeGreaterThan(before + 10);
    sent.destroy();
    await until(() => rows.wasAborted);
    expect(rows.wasAborted).toBe(true);
  });
});
