import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The URL that a server prints when it listens. */
const address = /http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d+/;

/** How to start each template, and what has to follow: `expect` rejects if the started program does not answer. */
export const answers = {
  plain: {
    start: 'npm start',
    expect: (program) => program.find(/and reads:\n\["espresso cup: 6 EUR","tea cup: 9 EUR"\]/),
  },
  hono: { start: 'npm start', expect: async (program) => streamInPage(await urlOf(program)) },
  // A build follows another one here, which deletes its output.
  nest: { start: 'npm run build && npm start', expect: async (program) => callOverHttp(await urlOf(program)) },
  mcp: { start: 'npm start -- --port 0', expect: async (program) => callOverMcp(await urlOf(program)) },
};

async function urlOf(program) {
  const [url] = await program.find(address);
  return url;
}

/** Does what the page does: it loads the client that the server sends, which imports nothing, and streams the tool. */
async function streamInPage(url) {
  const page = await textOf(url);
  if (!page.includes('"toolwright/client": "/client.js"')) throw new Error(`The page has no client:\n${page}`);
  const client = await textOf(`${url}/client.js`);
  const { createClient } = await import(`data:text/javascript,${encodeURIComponent(client)}`);
  const steps = [];
  for await (const { isLast, data } of createClient({ url: `${url}/tools` }).cook.stream({
    meal: 'soup',
    pauseMs: 1,
  })) {
    if (!isLast) steps.push(data);
  }
  compare(steps, ['Chop the vegetables.\n', 'Boil them for 20 minutes.\n', 'Blend the soup.\n']);
}

async function callOverHttp(url) {
  const body = JSON.stringify({ filter: { customer: 'Ann' }, limit: 1 });
  const response = await fetch(`${url}/tools/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { data } = await response.json();
  compare(data, [{ id: 'A-1', customer: 'Ann', state: 'open' }]);
}

async function callOverMcp(url) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  try {
    const note = { title: 'tea', text: 'Buy tea.', kind: 'today' };
    const { content } = await client.callTool({ name: 'save', arguments: note });
    compare(content, [{ type: 'text', text: "Stored 'tea'." }]);
  } finally {
    await client.close();
  }
}

async function textOf(url) {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status}\n${text}`);
  return text;
}

function compare(actual, expected) {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
}
