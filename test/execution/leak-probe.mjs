/**
 * Makes many calls in a separate process with `--expose-gc`, and prints what remains of them as JSON.
 */
import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Observable } from 'rxjs';
import { agentTool, Toolkit, ToolSpec } from 'toolwright';

const callCount = 100_000;
const cancelledCount = 10_000;
const abortedCount = 1_000;
const agentCount = 2_000;
const parallel = 1_000;

const { signal } = new AbortController();
const options = { signal, timeoutMs: 600_000, chunkTimeoutMs: 600_000, retry: { maxRetries: 2, delayMs: 0 } };

let collected = 0;
let watched = 0;
let cleanedUp = 0;
const registry = new FinalizationRegistry(() => {
  collected++;
});

function watch(value) {
  watched++;
  registry.register(value);
  return value;
}

function toolOf(body) {
  return ToolSpec.create({ name: 'probe', executor: { kind: 'test', execute: (_, ctx) => body(ctx) } });
}

const finishing = [
  toolOf(() => ({ a: 1 })),
  toolOf(async () => ({ a: 1 })),
  toolOf(async (ctx) => ctx.signal.aborted),
  toolOf(() => Promise.reject(new Error('broken'))),
  toolOf(function* () {
    yield 'a';
    yield 'b';
  }),
  toolOf(async function* () {
    yield 'a';
    yield 'b';
  }),
  toolOf(
    () =>
      new Observable((subscriber) => {
        subscriber.next('a');
        subscriber.complete();
      }),
  ),
];

/** Waits for the caller's abort in mid-stream, and stops waiting when it comes. */
const signalAware = toolOf((ctx) => {
  watch(ctx);
  const generator = (async function* () {
    try {
      yield 'a';
      await new Promise((_, reject) => {
        ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason), { once: true });
      });
    } finally {
      cleanedUp++;
    }
  })();
  return watch(generator);
});

const endless = toolOf((ctx) => {
  watch(ctx);
  const generator = (function* () {
    try {
      for (;;) yield 'a';
    } finally {
      cleanedUp++;
    }
  })();
  return watch(generator);
});

const ticking = toolOf((ctx) => {
  watch(ctx);
  return new Observable((subscriber) => {
    const timer = setInterval(() => subscriber.next('a'), 1);
    return () => {
      clearInterval(timer);
      cleanedUp++;
    };
  });
});

const cancelling = [signalAware, endless, ticking];

async function finish(count) {
  for (let at = 0; at < count; at += finishing.length) {
    await Promise.all(finishing.map((spec) => spec.exec({}, options)));
  }
}

async function cancel(count) {
  const toolkit = new Toolkit();
  toolkit.register(endless);
  for (let at = 0; at < count; at += parallel) {
    const cancelled = Array.from({ length: parallel }, (_, index) => cancelOne(at + index, toolkit));
    await Promise.all(cancelled);
  }
}

function cancelOne(index, toolkit) {
  const spec = cancelling[index % cancelling.length];
  if (index % 4 === 0) return breakOut(spec);
  const stream = index % 4 === 1 ? toolkit.callTool({ name: 'probe', input: {} }, options) : spec.stream({}, options);
  return new Promise((resolve) => {
    const subscription = stream.subscribe(() => {
      subscription.unsubscribe();
      resolve();
    });
  });
}

async function breakOut(spec) {
  for await (const _ of spec.iterate({}, options)) return;
}

async function abort(count) {
  const controller = new AbortController();
  const calls = Array.from({ length: count }, (_, index) =>
    cancelling[index % cancelling.length].exec({}, { ...options, signal: controller.signal }),
  );
  await pause(5);
  controller.abort();
  await Promise.all(calls);
  return getEventListeners(controller.signal, 'abort').length;
}

/** Agents that end, fail and are cancelled while a call of their run waits. */
async function runAgents(count) {
  const toolkit = new Toolkit();
  toolkit.events$.subscribe(() => {});
  const run = async ({ index }, { toolkit: session, onChunk }) => {
    watch(session);
    void session.execute('probe', {}, { signal });
    await onChunk('a');
    if (index % 4 === 1) throw new Error('broken');
    if (index % 4 > 1) await session.execute('probe', {}, { timeoutMs: 600_000 });
    return 'done';
  };
  const properties = { index: { type: 'integer' } };
  toolkit.register([
    ToolSpec.create({ name: 'probe', executor: { kind: 'test', execute: () => new Promise(() => {}) } }),
    agentTool({ name: 'agent', input: { type: 'object', properties }, run, timeoutMs: 600_000 }),
  ]);
  for (let at = 0; at < count; at += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => runAgent(toolkit, at + index)));
  }
}

async function runAgent(toolkit, index) {
  for await (const { isLast } of toolkit.iterate({ name: 'agent', input: { index } }, options)) {
    if (index % 4 > 1 && !isLast) return;
  }
}

/** Tools that were called and then removed, and the toolkit and the session that called them: those stay. */
async function remove(count) {
  const toolkit = new Toolkit();
  const session = toolkit.session();
  const tools = Array.from({ length: count }, (_, index) => {
    const spec = ToolSpec.fromFunction(() => index, { name: `tool_${index}` });
    toolkit.register(spec);
    return new WeakRef(spec);
  });
  for (let index = 0; index < count; index++) {
    await toolkit.execute(`tool_${index}`, {});
    await session.execute(`tool_${index}`, {});
  }
  for (let index = 0; index < count; index++) toolkit.unregister(`tool_${index}`);
  return { scopes: [toolkit, session], tools };
}

async function collect() {
  for (let round = 0; round < 50 && collected < watched; round++) {
    globalThis.gc();
    await pause(10);
  }
}

async function heapUsed() {
  await collect();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

await finish(callCount / 10);
const before = await heapUsed();
await finish(callCount);
await cancel(cancelledCount);
await runAgents(agentCount);
const abortListeners = await abort(abortedCount);
const removed = await remove(100);
const after = await heapUsed();

process.stdout.write(
  JSON.stringify({
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate'),
    listeners: getEventListeners(signal, 'abort').length + abortListeners,
    notCleanedUp: cancelledCount + abortedCount - cleanedUp,
    notCollected: watched - collected,
    watched,
    removedTools: removed.tools.filter((tool) => tool.deref() !== undefined).length,
    scopes: removed.scopes.length,
    grownMegabytes: Math.round((after - before) / 2 ** 20),
  }),
);
