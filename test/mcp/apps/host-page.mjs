// The page of a host of MCP Apps, with the official bridge. `?url=` is the server, `?version=` its revision, and `?frames=`
// the origin that serves pages in frames.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge, isToolVisibilityModelOnly, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const given = new URLSearchParams(location.search);
const info = { name: 'test-host', version: '1.0.0' };
const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
const client = new Client(info, {
  capabilities: { extensions },
  ...(given.get('version') === '2026-07-28' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
});
await client.connect(new StreamableHTTPClientTransport(new URL(given.get('url'))));
const { tools } = await client.listTools();

/** Shows the view of a call. Resolves to what the page of the test reads. */
async function show(name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  const { resourceUri } = tools.find((tool) => tool.name === name)._meta.ui;
  const { contents } = await client.readResource({ uri: resourceUri });
  const [{ text, _meta }] = contents;
  const shown = { initializedMs: -1, contexts: [], sizes: [], isClosed: false, close: undefined };
  const page = await fetch(`${given.get('frames')}/pages`, {
    method: 'POST',
    body: JSON.stringify({ text, ui: _meta?.ui }),
  });
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  document.body.append(frame);
  const bridge = new AppBridge(null, info, { serverTools: {}, openLinks: {} }, { hostContext: { theme: 'dark' } });
  bridge.oncalltool = async (params) => {
    const tool = tools.find((one) => one.name === params.name);
    // The specification requires it of hosts (MCP Apps 2026-01-26, visibility).
    if (tool === undefined || isToolVisibilityModelOnly(tool)) throw new Error(`Views must not call '${params.name}'.`);
    return client.callTool(params);
  };
  bridge.onupdatemodelcontext = async ({ content }) => {
    shown.contexts.push(content.map((block) => block.text).join(''));
    return {};
  };
  bridge.onsizechange = ({ height }) => shown.sizes.push(height);
  const began = performance.now();
  bridge.oninitialized = async () => {
    shown.initializedMs = performance.now() - began;
    await bridge.sendToolInput({ arguments: args });
    await bridge.sendToolResult(result);
  };
  shown.close = async () => {
    await bridge.teardownResource({});
    frame.remove();
    shown.isClosed = true;
  };
  // A page may send its first message before its `load` event.
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = `${given.get('frames')}/${await page.text()}`;
  globalThis.shown = shown;
  return result;
}

globalThis.show = show;
document.body.dataset.ready = 'true';
