// Creates MCP tasks on three nodes behind a proxy, of which one is killed again and again:
// node test/chaos/tasks.mjs [tasks] [time between two kills, in milliseconds].
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNatsServer } from '../support/nats-server.mjs';
import { startProxy } from './proxy.mjs';

const [count = 1_000, killEveryMs = 2_000] = process.argv.slice(2).map(Number);
const nodeCount = 3;
const clientCount = 50;
// The time after which a task counts as lost, in milliseconds.
const maxWaitMs = 60_000;

const nats = await startNatsServer();
const env = { ...process.env, CHAOS_NATS: nats.url };
const [runs, effects] = [new Map(), new Map()];
const nodes = await Promise.all(Array.from({ length: nodeCount }, startNode));
const proxy = await startProxy(() => nodes.map(({ port }) => port));
const url = `http://127.0.0.1:${proxy.port}/mcp`;
const [lost, wrong] = [[], []];
let [begun, kills, resent] = [0, 0, 0];

async function startNode() {
  const child = fork(new URL('task-node.mjs', import.meta.url), { env });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise((resolve, reject) => {
    child.on('message', ({ port: served, run, effect }) => {
      if (served !== undefined) resolve(served);
      if (run !== undefined) runs.set(run, (runs.get(run) ?? 0) + 1);
      if (effect !== undefined) effects.set(effect, (effects.get(effect) ?? 0) + 1);
    });
    exited.then(() => reject(new Error('A node ended before it served.')));
  });
  return { child, exited, port };
}

/** Kills the nodes in turn and restarts each of them, until the signal is aborted. */
async function killNodes(signal) {
  while (begun < count / 4) await sleep(10);
  for (let index = 0; !signal.aborted; index = (index + 1) % nodeCount) {
    await Promise.all([restart(index), sleep(killEveryMs)]);
  }
}

async function restart(index) {
  const { child, exited } = nodes[index];
  child.kill('SIGKILL');
  kills++;
  await exited;
  nodes[index] = await startNode();
}

async function send(method, params) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': params.name ?? params.taskId,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
  // A node that is killed answers nothing: the request is sent again, to another one.
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const response = await fetch(url, { method: 'POST', headers, body });
      if (response.status < 500) return await response.json();
    } catch {
      // The connection has failed.
    }
    resent++;
    await sleep(100);
  }
  throw new Error(`${method} was not answered.`);
}

async function runTask(n) {
  const { result, error } = await send('tools/call', { name: 'square', arguments: { n } });
  if (result?.resultType !== 'task') throw new Error(`no task: ${JSON.stringify(error ?? result)}`);
  for (const giveUpAt = Date.now() + maxWaitMs; Date.now() < giveUpAt; await sleep(100)) {
    const task = await send('tasks/get', { taskId: result.taskId });
    if (task.error !== undefined) throw new Error(task.error.message);
    if (task.result.status === 'working') continue;
    const text = task.result.result?.content?.[0]?.text;
    if (text !== String(n * n)) wrong.push(`task ${n}: ${JSON.stringify(task.result)}`);
    return;
  }
  throw new Error('it did not end.');
}

async function runClient() {
  while (begun < count) {
    const n = begun++;
    try {
      await runTask(n);
    } catch (error) {
      lost.push(`task ${n}: ${error.message}`);
    }
  }
}

const ended = new AbortController();
const startedAt = Date.now();
const killing = killNodes(ended.signal);
await Promise.all(Array.from({ length: clientCount }, runClient));
const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
ended.abort();
await killing;
for (const { child } of nodes) child.kill('SIGKILL');
await proxy.close();
await nats.stop();

const again = [...runs.values()].filter((times) => times > 1).length;
const twice = [...effects.values()].filter((times) => times > 1).length;
for (const problem of [...lost, ...wrong]) process.stdout.write(`${problem.slice(0, 600)}\n`);
process.stdout.write(
  `${count} tasks in ${seconds} s, ${kills} kills, ${resent} requests sent again, ${lost.length} lost, ${wrong.length} wrong, ` +
    `${again} run again after a kill, ${twice} with two effects\n`,
);
process.exitCode = lost.length + wrong.length + twice === 0 && kills > 0 ? 0 : 1;
