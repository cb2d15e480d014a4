// Calls MCP tools in both protocol versions for a while, reads resources and subscribes to them, with clients that go
// away, and measures how much of the server's
// heap a finished call occupies: node test/chaos/soak.mjs [seconds].
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';

const [seconds = 600] = process.argv.slice(2).map(Number);
const clientCount = 8;
// In bytes per finished call: the slope of the heap over the last three quarters of the calls.
const maxSlope = 300;
// In bytes. A busy machine finishes so few calls that the noise of the heap would exceed the slope.
const noise = 2 ** 20;
const text = 'x'.repeat(2_000);

const server = fork(new URL('soak-server.mjs', import.meta.url), { execArgv: ['--expose-gc'] });
const [ports] = await once(server, 'message');
const agent = new Agent({ keepAlive: true });
const counts = {};
let [calls, wrong] = [0, 0];

/** Posts a message. Resolves to the response message, or to undefined if the client goes away before. */
function post(port, { headers, body, leaveAfterMs, leavesAtResponse = false }) {
  const target = { agent, host: '127.0.0.1', port, path: '/mcp', method: 'POST' };
  const common = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    let isGone = false;
    const leave = () => {
      isGone = true;
      request.destroy();
      resolve(undefined);
    };
    const request = sendRequest({ ...target, headers: { ...common, ...headers } }, (response) => {
      if (leavesAtResponse) return leave();
      let received = '';
      response.setEncoding('utf8').on('data', (part) => {
        received += part;
      });
      response.on('error', reject).on('end', () => resolve({ headers: response.headers, ...parse(received) }));
    });
    request.on('error', (error) => (isGone ? undefined : reject(error))).end(JSON.stringify(body));
    if (leaveAfterMs !== undefined) setTimeout(leave, leaveAfterMs);
  });
}

function parse(received) {
  if (received === '' || received.startsWith('{')) return JSON.parse(received || '{}');
  const lines = received.split('\n').filter((line) => line.startsWith('data: {'));
  return JSON.parse(lines.at(-1)?.slice(6) ?? '{}');
}

/** Calls a tool in protocol version 2026-07-28. */
function callModern(port, name, { params, ...more } = {}) {
  return sendModern(port, 'tools/call', { params: { name, arguments: { text }, ...params }, ...more });
}

/** Sends a request of protocol version 2026-07-28. */
function sendModern(port, method, { params, ...more }) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const named = params.name ?? params.uri;
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(named && { 'mcp-name': named }) };
  return post(port, { headers, body: { jsonrpc: '2.0', id: calls, method, params: { ...params, _meta } }, ...more });
}

async function openSession(port) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'soak', version: '1.0.0' } };
  const { headers } = await post(port, { body: { jsonrpc: '2.0', id: 0, method: 'initialize', params } });
  const session = { 'mcp-session-id': headers['mcp-session-id'], 'mcp-protocol-version': '2025-11-25' };
  await post(port, { headers: session, body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  return session;
}

/** Calls a tool in protocol version 2025-11-25. */
function callLegacy(port, name, { session, ...more }) {
  return sendLegacy(port, 'tools/call', { session, params: { name, arguments: { text } }, ...more });
}

/** Sends a request of protocol version 2025-11-25. */
function sendLegacy(port, method, { session, params, ...more }) {
  return post(port, { headers: session, body: { jsonrpc: '2.0', id: calls, method, params }, ...more });
}

const clock = 'soak://clock';
const note = () => ({ uri: `soak://notes/${calls}` });
const write = { name: 'write', arguments: { name: 'tea' } };
const isNote = (answer) => answer.result?.contents?.[0]?.text.startsWith('note ') === true;
const isPrompt = (answer) => answer.result?.messages?.[0]?.content.text === 'Write about tea.';
const isLength = (answer) => answer.result?.content?.[0]?.text === String(text.length);

/** The kinds of calls. Each resolves to whether the result is right. */
const kinds = {
  'modern, held': async () => isLength(await callModern(ports.held, 'echo')),
  'modern, replayed': async () => isLength(await callModern(ports.replayed, 'echo')),
  'modern, held, with a question': () => askAndAnswer(ports.held),
  'modern, replayed, with a question': () => askAndAnswer(ports.replayed),
  'modern, the client goes away': async () =>
    (await callModern(ports.held, 'wait', { leaveAfterMs: 10 })) === undefined,
  'modern, the client goes away after its answer': async () =>
    (await askAndAnswer(ports.held, { leavesAtResponse: true })) === undefined,
  'modern, the client goes away with the result': async () =>
    (await callModern(ports.replayed, 'echo', { leavesAtResponse: true })) === undefined,
  legacy: async (session) => isLength(await callLegacy(ports.held, 'echo', { session })),
  'modern, a resource': async () => isNote(await sendModern(ports.held, 'resources/read', { params: note() })),
  'modern, a live resource': async () =>
    (await sendModern(ports.held, 'resources/read', { params: { uri: clock } })).result?.contents?.[0]?.text === '0',
  'modern, a prompt': async () => isPrompt(await sendModern(ports.held, 'prompts/get', { params: write })),
  'modern, a subscription that its client leaves': async () =>
    (await sendModern(ports.held, 'subscriptions/listen', {
      params: { notifications: { resourceSubscriptions: [clock], promptsListChanged: true } },
      leaveAfterMs: 10,
    })) === undefined,
  'legacy, a resource': async (session) =>
    isNote(await sendLegacy(ports.held, 'resources/read', { session, params: note() })),
  'legacy, a prompt': async (session) =>
    isPrompt(await sendLegacy(ports.held, 'prompts/get', { session, params: write })),
  'legacy, a subscription that ends': async (session) => {
    const request = { session, params: { uri: clock } };
    const begun = await sendLegacy(ports.held, 'resources/subscribe', request);
    const ended = await sendLegacy(ports.held, 'resources/unsubscribe', request);
    return begun.result !== undefined && ended.result !== undefined;
  },
  'legacy, the client goes away': async (session) =>
    (await callLegacy(ports.held, 'wait', { session, leaveAfterMs: 10 })) === undefined,
};

async function askAndAnswer(port, last = {}) {
  const asked = await callModern(port, 'ask');
  const [key] = Object.keys(asked.result?.inputRequests ?? {});
  const inputResponses = { [key]: { action: 'accept', content: { city: 'Rome' } } };
  const params = { requestState: asked.result?.requestState, inputResponses };
  const answer = await callModern(port, 'ask', { params, ...last });
  return answer === undefined ? undefined : answer.result?.content?.[0]?.text === 'Rome';
}

async function runClient(session, untilMs) {
  const names = Object.keys(kinds);
  for (let turn = 0; Date.now() < untilMs; turn++) {
    const name = names[turn % names.length];
    if (!(await kinds[name](session))) {
      wrong++;
      process.stdout.write(`A call was wrong: ${name}\n`);
    }
    counts[name] = (counts[name] ?? 0) + 1;
    calls++;
  }
}

async function runFor(sessions, durationMs) {
  const untilMs = Date.now() + durationMs;
  await Promise.all(sessions.map((session) => runClient(session, untilMs)));
  server.send('heap');
  const [{ heap }] = await once(server, 'message');
  return { calls, heap };
}

try {
  const sessions = await Promise.all(Array.from({ length: clientCount }, () => openSession(ports.held)));
  const points = [];
  for (let quarter = 0; quarter < 4; quarter++) points.push(await runFor(sessions, (seconds * 1_000) / 4));
  const [first, last] = [points[0], points.at(-1)];
  const growth = last.heap - first.heap;
  const finished = last.calls - first.calls;
  const heaps = points.map(({ heap }) => (heap / 1024 / 1024).toFixed(1)).join(', ');
  process.stdout.write(
    `${calls} calls of ${Object.keys(counts).length} kinds, ${wrong} wrong; MiB of heap after each quarter: ${heaps}; ` +
      `${Math.round(growth / finished)} bytes per finished call\n`,
  );
  process.exitCode = wrong === 0 && growth < noise + maxSlope * finished ? 0 : 1;
} finally {
  agent.destroy();
  server.disconnect();
}
