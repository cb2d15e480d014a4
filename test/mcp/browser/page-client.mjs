// The script of a web page that calls a tool with an official client. esbuild bundles it for the browser.
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const info = { name: 'page', version: '1.0.0' };

async function connect(sdk, url) {
  if (sdk === 'v1') {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  }
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new ModernTransport(url, { fetch: fetchWithArgument }));
  return client;
}

/** Sends the argument of the call as a header too. In a browser, the official client leaves that to the page. */
function fetchWithArgument(url, init) {
  const headers = new Headers(init.headers);
  if (headers.get('mcp-method') === 'tools/call') headers.set('mcp-param-city', 'Rome');
  return fetch(url, { ...init, headers });
}

globalThis.callTool = async (sdk, url) => {
  try {
    const client = await connect(sdk, new URL(url));
    const { content } = await client.callTool({ name: 'greet', arguments: { city: 'Rome' } });
    await client.close();
    return { text: content[0].text };
  } catch (error) {
    return { error: String(error) };
  }
};
