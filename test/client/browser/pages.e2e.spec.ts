import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Bind, Tool, ToolRegistry } from 'toolwright';
import { type ToolHandlerOptions, toolHandler } from 'toolwright/http';
import { chromium } from '../../support/chromium.js';

const folder = 'test/client/browser';

class Greeter extends ToolRegistry {
  calls = 0;

  @Tool()
  greet(city: string, @Bind('tenant') tenant: string): string {
    this.calls++;
    return `Hello ${city}, from ${tenant}`;
  }
}

const servers: Server[] = [];

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// Where Chromium is missing, no page can be opened. A merge needs all of it.
if (process.env.CI !== undefined) {
  it('has Chromium for the tests: install it, or set CHROMIUM to its path', () => {
    expect(chromium).toBeDefined();
  });
}

const describeWithChromium = chromium === undefined ? undefined : describe;

describeWithChromium?.('a page of another origin than the server of its tools', () => {
  let port: number;

  beforeAll(async () => {
    const bundling = ['--bundle', '--format=iife', '--platform=browser', '--log-level=error'];
    const script = execFileSync('node_modules/.bin/esbuild', [join(folder, 'page-client.mjs'), ...bundling]);
    port = await listen(({ url }, response) => {
      const isScript = url === '/page.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isScript ? script : '<!doctype html><title>Page</title><script src="/page.js"></script>');
    });
  });

  afterAll(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Calls a tool in a page of Chromium, and returns what the page received, and how often the tool ran. */
  async function callFrom(host: string, options: ToolHandlerOptions, credentials = 'same-origin') {
    const greeter = new Greeter();
    const state: ToolHandlerOptions['state'] = ({ headers }) => ({ tenant: headers.get('x-tenant') });
    const allowedOrigins = [`http://app.example:${port}`];
    const { node } = toolHandler(greeter, { state, allowedOrigins, ...options });
    const serverPort = await listen((request, response) => void node(request, response));
    const url = `http://127.0.0.1:${serverPort}/tools`;
    const args = ['test/support/open-page.mjs', String(chromium), `http://${host}:${port}/`, url, credentials];
    // The options of the process that runs the specs are not for this one.
    const { NODE_OPTIONS: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return { received: JSON.parse(stdout) as unknown, calls: greeter.calls };
  }

  const greeted = { text: 'Hello Rome, from acme', parts: ['Hello Oslo, from acme'] };
  const failed = { name: 'ToolCallError', code: 'network' };

  it('calls tools from an allowed origin, with headers of its own', async () => {
    expect(await callFrom('app.example', {})).toEqual({ received: greeted, calls: 2 });
  });

  it('calls no tool from any other origin', async () => {
    expect(await callFrom('evil.example', {})).toEqual({ received: failed, calls: 0 });
    expect(await callFrom('evil.example', { allowedHosts: '*' })).toEqual({ received: failed, calls: 0 });
  });

  it('sends cookies only if the handler allows it', async () => {
    expect(await callFrom('app.example', { credentials: true }, 'include')).toEqual({ received: greeted, calls: 2 });
    expect(await callFrom('app.example', {}, 'include')).toEqual({ received: failed, calls: 0 });
  });
});
