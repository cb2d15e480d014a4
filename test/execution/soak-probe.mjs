/**
 * Makes a million calls in a separate process with `--expose-gc`, and prints what remains after each tenth as JSON.
 */
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { lastValueFrom } from 'rxjs';
import { Toolkit, ToolSpec } from 'toolwright';

const points = 10;
const callsPerPoint = 100_000;

const { signal } = new AbortController();
const limits = { signal, timeoutMs: 600_000, retry: { maxRetries: 1, delayMs: 0 } };

const inputSchema = {
  type: 'object',
  properties: { query: { type: 'string', minLength: 1 }, limit: { type: 'integer', maximum: 100 } },
  required: ['query'],
};
const good = { query: 'observables', limit: 20 };
const bad = { query: '', limit: 1_000 };

async function search({ query, limit }) {
  return { query, limit };
}

async function* watch() {
  yield 'a';
  yield 'b';
}

function fail() {
  throw new Error('broken');
}

const spec = ToolSpec.fromFunction(search, { inputSchema });
const streaming = ToolSpec.fromFunction(watch);
const failing = ToolSpec.fromFunction(fail);
const bound = ToolSpec.fromFunction((query, user) => `${user} ${query}`, {
  name: 'bound',
  params: { query: { type: String }, user: { type: String } },
  bind: { user: 'session.user' },
  state: { session: { user: 'ann' } },
});

const plain = new Toolkit();
plain.register(spec);
const watched = new Toolkit({ history: true }).use((call, next) => next(call));
watched.register(spec);
let events = 0;
watched.events$.subscribe(() => events++);

/** Each way of calling, as often as any other. Each returns whether it did its work. */
const ways = [
  async () => (await spec.call(good)).limit === 20,
  async () => (await spec.exec(good)).success,
  async () => (await plain.execute('search', good)).success,
  async () => (await plain.execute('search', good, { state: { session: { user: 'bob' } } })).success,
  async () => (await watched.execute('search', good)).success,
  async () => (await lastValueFrom(plain.callTool({ name: 'search', input: JSON.stringify(good) }))).isLast,
  async () => (await spec.exec(bad)).error.code === 'invalid_parameters',
  async () => (await failing.exec({}, limits)).error.code === 'execution',
  async () => (await bound.call({ query: 'x' }, limits)) === 'ann x',
  async () => {
    let last;
    for await (const response of streaming.iterate({}, limits)) last = response;
    return last.isLast;
  },
];

async function call(count) {
  for (let at = 0; at < count; at += ways.length) {
    for (const way of ways) if (!(await way())) throw new Error(`A call did not do its work: ${way}`);
  }
}

async function look() {
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate').length;
  const listeners = getEventListeners(signal, 'abort').length;
  // Objects that wait for the notification of a collection may retain more until the next one.
  for (let round = 0; round < 5; round++) {
    globalThis.gc();
    await turn();
  }
  return { heapUsed: process.memoryUsage().heapUsed, timers, listeners };
}

// Until the compiler has done its work and the history is full.
await call(callsPerPoint);
const seen = [];
for (let point = 0; point < points; point++) {
  await call(callsPerPoint);
  seen.push(await look());
}
process.stdout.write(JSON.stringify({ calls: points * callsPerPoint, callsPerPoint, events, points: seen }));
