import { execFile, execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Toolkit, ToolSpec } from 'toolwright';
import * as v1 from 'toolwright/mcp/v1';
import * as v2 from 'toolwright/mcp/v2';
import { chromium } from '../../support/chromium.js';
import { closeAfterTest } from '../server/clients.js';

const folder = 'test/mcp/browser';
const servers = { v1, v2 } as const;
const sdks = ['v1', 'v2'] as const;

interface PageOutcome {
  readonly text?: string;
  readonly error?: string;
}

/** Calls a tool of an MCP server in a page of Chromium, and returns what the page received. */
async function callFromPage(pageUrl: string, sdk: string, serverUrl: string): Promise<PageOutcome> {
  const args = ['test/support/open-page.mjs', String(chromium), pageUrl, sdk, serverUrl];
  // The options of the process that runs the specs are not for this one.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as PageOutcome;
}

let pages: Server;
let port: number;

beforeAll(async () => {
  const bundling = ['--bundle', '--format=iife', '--platform=browser', '--log-level=error'];
  const script = execFileSync('node_modules/.bin/esbuild', [join(folder, 'page-client.mjs'), ...bundling], {
    maxBuffer: 64 * 1_048_576,
  });
  pages = createServer(({ url }, response) => {
    const isScript = url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : '<!doctype html><title>Page</title><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => {
    pages.listen(0, '127.0.0.1', resolve);
  });
  ({ port } = pages.address() as AddressInfo);
});

afterAll(() => {
  pages.closeAllConnections();
  pages.close();
});

// Where Chromium is missing, no page can be opened. A merge needs all of it.
if (process.env.CI !== undefined) {
  it('has Chromium for the tests: install it, or set CHROMIUM to its path', () => {
    expect(chromium).toBeDefined();
  });
}

const describeWithChromium = chromium === undefined ? undefined : describe.each(sdks);

describeWithChromium?.('a web page in Chromium, with a server of the SDK %s', (sdk) => {
  async function serve(): Promise<{ readonly url: string; readonly calls: () => number }> {
    let calls = 0;
    const toolkit = new Toolkit();
    const inputSchema = {
      type: 'object',
      properties: { city: { type: 'string', 'x-mcp-header': 'City' } },
      required: ['city'],
    } as const;
    const execute = ({ city }: Readonly<Record<string, unknown>>): string => {
      calls++;
      return `Hello ${String(city)}`;
    };
    toolkit.register(ToolSpec.create({ name: 'greet', inputSchema, executor: { kind: 'test', execute } }));
    const allowedOrigins = [`http://app.example:${port}`];
    const serving = await servers[sdk].serveMcp(toolkit, { transport: 'http', port: 0, allowedOrigins });
    closeAfterTest(() => serving.close());
    return { url: String(serving.url), calls: () => calls };
  }

  it('calls a tool from an allowed origin', async () => {
    const { url, calls } = await serve();
    expect(await callFromPage(`http://app.example:${port}/`, sdk, url)).toEqual({ text: 'Hello Rome' });
    expect(calls()).toBe(1);
  });

  it('calls no tool from another origin', async () => {
    const { url, calls } = await serve();
    const outcome = await callFromPage(`http://evil.example:${port}/`, sdk, url);
    // The browser hides every response from the page. The modern client concludes that the server is an older one.
    expect(outcome.error).toMatch(sdk === 'v1' ? /Failed to fetch/ : /Version negotiation failed/);
    expect(calls()).toBe(0);
  });
});
