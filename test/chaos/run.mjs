// Calls a tool that asks two questions on three replicas, of which one is killed again and again:
// node test/chaos/run.mjs [calls] [time between two kills, in milliseconds] [held, or else replayed].
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import { startNatsServer } from '../support/nats-server.mjs';
import { startProxy } from './proxy.mjs';

const [calls = 1_000, killEveryMs = 2_000] = process.argv.slice(2, 4).map(Number);
const nats = process.argv[4] === 'held' ? await startNatsServer() : undefined;
const replicaCount = 3;
const clientCount = 16;
// The time for which a person considers each answer, in milliseconds.
const thinkMs = 100;
// The attempts after which a request counts as lost.
const maxAttempts = 20;

const shared = nats === undefined ? {} : { CHAOS_NATS: nats.url };
const env = { ...process.env, CHAOS_KEY: randomBytes(32).toString('hex'), ...shared };
const replicaFile = new URL('replica.mjs', import.meta.url);
const protocolVersion = '2026-07-28';

const replicas = await Promise.all(Array.from({ length: replicaCount }, startReplica));
const proxy = await startProxy(() => replicas.map(({ port }) => port));
const lost = [];
const wrong = [];
let [kills, resent, begun] = [0, 0, 0];

async function startReplica() {
  const child = fork(replicaFile, { env });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    exited.then(() => reject(new Error('A replica ended before it served.')));
  });
  return { child, exited, port };
}

/** Kills the replicas in turn and restarts each of them, until the signal is aborted. */
async function killReplicas(signal) {
  // The first one while calls run, however fast they are.
  while (begun < calls / 4) await sleep(10);
  for (let index = 0; !signal.aborted; index = (index + 1) % replicaCount) {
    await Promise.all([restart(index), sleep(killEveryMs)]);
  }
}

async function restart(index) {
  const { child, exited } = replicas[index];
  child.kill('SIGKILL');
  kills++;
  await exited;
  replicas[index] = await startReplica();
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Sends requests until no call is left. */
async function runClient() {
  while (begun < calls) {
    const traveller = `traveller ${begun++}`;
    try {
      await callTool(traveller);
    } catch (error) {
      lost.push(`${traveller}: ${error.message}`);
    }
  }
}

/** Calls the tool, answers its two questions, and compares the result with the arguments and the answers. */
async function callTool(traveller) {
  const [from, to] = [randomBytes(4).toString('hex'), randomBytes(4).toString('hex')];
  let result = await exchange(traveller, {});
  // A held call whose replica was killed asks again from its beginning.
  while (result.inputRequests !== undefined) {
    const [[question, { params }]] = Object.entries(result.inputRequests);
    const city = params.message.startsWith('From') ? from : to;
    await sleep(thinkMs);
    const inputResponses = { [question]: { action: 'accept', content: { city } } };
    result = await exchange(traveller, { requestState: result.requestState, inputResponses });
  }
  const text = result.content?.[0]?.text;
  const expected = `${traveller}: ${from} to ${to}`;
  if (text !== expected) wrong.push(`${expected} expected, but received ${JSON.stringify(result)}`);
}

/** Sends one request of a call, again if its connection breaks or no replica accepts it. */
async function exchange(traveller, params) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'chaos', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const call = { name: 'plan', arguments: { traveller }, ...params, _meta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: traveller, method: 'tools/call', params: call });
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(body);
    } catch (error) {
      if (attempt === maxAttempts || !error.isTransient) throw error;
      resent++;
      await sleep(50);
    }
  }
}

async function post(body) {
  const { status, text } = await receive(body);
  if (status === 502) throw Object.assign(new Error('No replica accepted the request.'), { isTransient: true });
  const message = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))
        ?.slice(6);
  const { result, error } = JSON.parse(message ?? '{}');
  if (result === undefined) throw new Error(`${status}: ${JSON.stringify(error ?? text)}`);
  return result;
}

/** Posts a body and receives the complete response. A connection that breaks is a transient error. */
function receive(body) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': protocolVersion,
    'mcp-method': 'tools/call',
    'mcp-name': 'plan',
  };
  const target = { host: '127.0.0.1', port: proxy.port, path: '/mcp', method: 'POST', headers };
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(Object.assign(error, { isTransient: true }));
    const request = sendRequest(target, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('error', fail).on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', fail).end(body);
  });
}

const ended = new AbortController();
const killing = killReplicas(ended.signal);
await Promise.all(Array.from({ length: clientCount }, runClient));
ended.abort();
await killing;
await proxy.close();
for (const { child } of replicas) child.kill('SIGKILL');
await nats?.stop();

for (const problem of [...lost, ...wrong]) process.stdout.write(`${problem.slice(0, 600)}\n`);
const again = `${proxy.counts.retries} requests sent to another replica, ${resent} sent again by a client`;
process.stdout.write(`${calls} calls, ${kills} kills, ${again}, ${lost.length} lost, ${wrong.length} wrong\n`);
process.exitCode = lost.length + wrong.length === 0 && kills > 0 ? 0 : 1;
