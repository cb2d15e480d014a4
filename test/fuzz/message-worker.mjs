// Sends malformed messages to a worker and a caller on NATS, in one process. A case is 500 messages.
import { Toolkit, ToolSpec } from '../../dist/index.js';
import { natsSource, serveNats } from '../../dist/integrations/nats/index.js';
import { startNatsServer } from '../support/nats-server.mjs';
import { BlockMeter } from './block-meter.mjs';
import { hostileMessage, RawClient } from './hostile-messages.mjs';
import { Random } from './random.mjs';
import { serveCases } from './serve-cases.mjs';

const messagesPerCase = 500;
// A worker answers within this time, in milliseconds, also while other processes run.
const answerMs = 1_000;
const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const server = await startNatsServer();
const { url: servers } = server;
const subject = 'fuzz';
// What is reported is no problem: a call that fails, and an error without a listener, are.
const onError = () => {};

const worker = new Toolkit();
worker.register([
  ToolSpec.create({ name: 'echo', inputSchema, executor: { kind: 'native', execute: ({ text }) => text } }),
  ToolSpec.create({
    name: 'steps',
    inputSchema,
    executor: {
      kind: 'native',
      async *execute({ text }) {
        yield* text.split(' ');
      },
    },
  }),
]);
const serving = await serveNats(worker, { servers, subject, onError });
const source = natsSource({ servers, subject, onError });
const toolkit = new Toolkit();
await toolkit.registerSource(source);
const raw = await RawClient.open(servers);

/** Returns the subjects of the worker and of the caller. */
async function findSubjects() {
  const spy = await RawClient.open(servers);
  spy.subscribe('>');
  await spy.flush();
  await Promise.all(['echo', 'steps'].map((name) => toolkit.execute(name, { text: 'a b' })));
  await spy.flush();
  spy.close();
  return [...spy.subjects, `${subject}.workers`, `${subject}.health`, `${subject}.worker.${serving.workerId}`];
}

const subjects = await findSubjects();

async function runCase(seed) {
  const random = new Random(seed);
  const problems = [];
  const messages = random.list(messagesPerCase, () => hostileMessage(random, subjects));
  const meter = new BlockMeter();
  for (const message of messages) raw.publish(message);
  await raw.flush();
  for (const [name, expected] of [
    ['echo', 'a b'],
    ['steps', 'ab'],
  ]) {
    const { data, error } = await toolkit.execute(name, { text: 'a b' }, { timeoutMs: answerMs });
    if (data !== expected) problems.push(`${name}: ${error ?? JSON.stringify(data)}`);
  }
  meter.stop();
  return { seed, longestMs: meter.longestMs, problems, where: 'messages' };
}

process.once('SIGTERM', async () => {
  raw.close();
  await source.close();
  await serving.close();
  await server.stop();
  process.exit();
});
serveCases(runCase);
