// Serves what capabilities.mjs shows: in both protocol versions over HTTP, where it prints its URL, or with the argument
// `stdio` in the version that follows.
import { setTimeout as delay } from 'node:timers/promises';
import { offload, Toolkit, ToolSpec } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { serveMcp as serveNewer } from 'toolwright/mcp/v2';
import { registerOffers } from './offers.mjs';

const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const number = { type: 'number' };
const name = object({ name: { type: 'string' } });
const key = object({ key: { type: 'string' } });
const waiting = new Map();
let added = 0;

async function wait({ key }, { signal }) {
  waiting.set(key, 'running');
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  waiting.set(key, 'aborted');
}

async function greet(_, ctx) {
  const answer = await ctx.ask(name, { message: 'What is your name?', key: 'name' });
  return answer.kind === 'accept' ? `Hello, ${answer.data.name}!` : 'Hello!';
}

const tools = {
  add: {
    inputSchema: object({ a: number, b: number }),
    outputSchema: object({ sum: number }),
    run: ({ a, b }) => ({ sum: a + b }),
  },
  fail: {
    run: () => {
      throw new RangeError('The tank is empty.');
    },
  },
  count: {
    run: async (_, ctx) => {
      for (const value of [1, 2, 3]) {
        ctx.progress(value, 3);
        await delay(100);
      }
      return 'counted';
    },
  },
  speak: {
    run: async (_, ctx) => {
      ctx.log('info', 'The tank is full.');
      await delay(100);
      return 'spoken';
    },
  },
  wait: { inputSchema: key, run: wait },
  state_of: { inputSchema: key, run: ({ key }) => waiting.get(key) ?? 'unknown' },
  greet: { run: greet },
  grow: {
    run: () => {
      const tool = `added_${++added}`;
      toolkit.register(ToolSpec.fromFunction(() => 'added', { name: tool, description: 'Has been added' }));
      return tool;
    },
  },
  report: { run: () => Array.from({ length: 1_000 }, (_, at) => `line ${at + 1}`).join('\n') },
  who_am_i: {
    run: (_, ctx) => `${ctx.auth?.subject} with ${ctx.request?.headers['mcp-protocol-version']}`,
  },
  greet_later: { task: 'allowed', run: greet },
  compute: {
    task: 'allowed',
    run: async () => {
      await delay(500);
      return 'computed';
    },
  },
  wait_later: { task: 'allowed', inputSchema: key, run: wait },
};

const toolkit = new Toolkit().use(offload({ overChars: 2_000 }));
for (const [name, { run, ...more }] of Object.entries(tools)) {
  const executor = { kind: 'test', execute: (args, ctx) => run(args, ctx) };
  toolkit.register(ToolSpec.create({ name, description: `Runs ${name}`, ...more, executor }));
}
await registerOffers(toolkit);
const [, , transport, revision] = process.argv;
if (transport === 'stdio') {
  const serve = revision === '2026-07-28' ? serveNewer : serveMcp;
  await serve(toolkit, { transport });
} else {
  // Each client sends its own token, whose last part is its name.
  const verify = (token) => (token.startsWith('token-of-') ? { subject: token.slice('token-of-'.length) } : undefined);
  const serving = await serveMcp(toolkit, { transport: 'http', port: 0, authorization: { verify } });
  console.log(String(serving.url));
}
