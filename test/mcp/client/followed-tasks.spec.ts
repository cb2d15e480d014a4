import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serveTasks, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { mcpHandler, serveMcp } from 'toolwright/mcp';
import { MemoryTaskStore } from 'toolwright/stores';
import { root } from '../../support/repository.js';
import { until } from '../stateless/requests.js';
import { useSources } from './servers.js';

type Run = (args: unknown, ctx: ToolContext) => unknown;

// So long that a call whose changes are not reported fails its test.
const tasks = { pollIntervalMs: 10_000 };
const soonMs = 4_000;
const common = { era: '2026-07-28', tasks, closeTimeoutMs: 100, onError: () => undefined } as const;

function toolOf(run: Run): ToolSpec {
  return ToolSpec.create({ name: 'work', task: 'required', executor: { kind: 'test', execute: run } });
}

/** A tool that ends when it is released. */
function gate(): { readonly run: Run; readonly release: () => void } {
  let release = (): void => {};
  const released = new Promise<string>((resolve) => {
    release = () => resolve('tea');
  });
  return { run: () => released, release: () => release() };
}

describe('a source that awaits a task whose connection is cut', () => {
  const open = useSources('v2');

  /** Serves a tool over HTTP on loopback. The subscriptions of its clients can be cut. */
  async function serveHttp(run: Run, refusesAfter = Number.POSITIVE_INFINITY) {
    const toolkit = new Toolkit();
    toolkit.register(toolOf(run));
    const handler = mcpHandler(toolkit, common);
    const subscriptions = new Set<ServerResponse>();
    const counts = { subscriptions: 0, polls: 0 };
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = JSON.parse(Buffer.concat(parts).toString());
      if (body.method === 'tasks/get') counts.polls++;
      if (body.params.notifications?.taskIds !== undefined) {
        counts.subscriptions++;
        if (counts.subscriptions > refusesAfter) {
          response.writeHead(503).end();
          return;
        }
        subscriptions.add(response);
        response.on('close', () => subscriptions.delete(response));
      }
      await handler.node(request, response, { body });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.closeAfterTest(async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const cut = (): void => {
      for (const { socket } of subscriptions) socket?.destroy();
    };
    return { url: `http://127.0.0.1:${port}/mcp`, subscriptions, counts, cut };
  }

  async function connect(transport: Parameters<typeof open.source>[0]['transport']) {
    const source = open.source({ prefix: false, transport });
    const toolkit = new Toolkit();
    await toolkit.registerSource(source);
    return toolkit;
  }

  it('subscribes again, and receives the end', async () => {
    const { run, release } = gate();
    const { url, subscriptions, counts, cut } = await serveHttp(run);
    const toolkit = await connect({ url });
    const { signal } = new AbortController();
    const running = toolkit.execute('work', {}, { signal });
    for (const count of [1, 2]) {
      await until(async () => subscriptions.size === 1 && counts.subscriptions === count);
      cut();
    }
    await until(async () => counts.subscriptions === 3 && subscriptions.size === 1);
    // Each acknowledgement of a subscription asks for the status.
    await until(async () => counts.polls === 3);
    const released = performance.now();
    release();
    expect((await running).data).toBe('tea');
    expect(performance.now() - released).toBeLessThan(soonMs);
    expect(counts).toEqual({ subscriptions: 3, polls: 4 });
    await until(async () => subscriptions.size === 0);
    expect(subscriptions.size).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not subscribe again once the call has ended', async () => {
    const { url, subscriptions, counts, cut } = await serveHttp(gate().run);
    const toolkit = await connect({ url });
    const abort = new AbortController();
    const running = toolkit.execute('work', {}, { signal: abort.signal });
    await until(async () => subscriptions.size === 1);
    cut();
    await until(async () => subscriptions.size === 0);
    abort.abort();
    expect((await running).error?.code).toBe('interrupted');
    await pause(600);
    expect(counts.subscriptions).toBe(1);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  it('subscribes less and less often to a server that is not ready', async () => {
    const { run, release } = gate();
    const { url, subscriptions, counts, cut } = await serveHttp(run, 1);
    const toolkit = await connect({ url });
    const running = toolkit.execute('work', {}, { timeoutMs: 1_500 });
    await until(async () => subscriptions.size === 1);
    cut();
    expect((await running).error?.code).toBe('timeout');
    release();
    // After 250, 500 and 1,000 ms.
    expect(counts.subscriptions).toBeGreaterThan(1);
    expect(counts.subscriptions).toBeLessThan(5);
  });

  it('subscribes over the new link if the process of the server was killed', async () => {
    const { run, release } = gate();
    const taskStore = new MemoryTaskStore();
    const toolkitOf = (): Toolkit => {
      const toolkit = new Toolkit({ taskStore });
      toolkit.register(toolOf(run));
      return toolkit;
    };
    const worker = await serveTasks(toolkitOf(), { store: taskStore });
    open.closeAfterTest(() => worker.close());
    const sockets: Socket[] = [];
    const lines: string[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)));
      void serveMcp(toolkitOf(), { ...common, transport: 'stdio', stdin: socket, stdout: socket });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.closeAfterTest(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const toolkit = await connect({
      command: process.execPath,
      args: [join(root, 'test/mcp/client/stdio-bridge.mjs'), String(port)],
    });
    const subscribed = (): number => lines.filter((line) => line.includes('"taskIds"')).length;
    const running = toolkit.execute('work');
    await until(async () => subscribed() === 1);
    sockets.at(-1)?.destroy();
    await until(async () => subscribed() === 2);
    const polls = (): number => lines.filter((line) => line.includes('"tasks/get"')).length;
    await until(async () => polls() === 2);
    const released = performance.now();
    release();
    expect(await running).toMatchObject({ data: 'tea' });
    expect(performance.now() - released).toBeLessThan(soonMs);
    expect(sockets).toHaveLength(2);
    // Over standard input and output, a cancelled request is a message.
    await until(async () => lines.some((line) => line.includes('"notifications/cancelled"')));
    expect(lines.filter((line) => line.includes('"notifications/cancelled"'))).toHaveLength(1);
  });
});
