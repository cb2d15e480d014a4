// `node run-client.mjs <driver> <revision> <url> <node of the server>`: shows the capabilities of one client in one
// protocol version, and prints a line of JSON for each. Runs with the Node.js version that the clients require.
import { join } from 'node:path';
import { capabilities, tryCapability } from './capabilities.mjs';
import { isServed } from './results.mjs';

const [, , name, revision, url, node] = process.argv;
const key = `${name}-${revision}`;
const received = { progress: [], logs: [], changes: 0, updates: [] };
const target = {
  revision,
  onAsk: () => ({ name: 'Ann' }),
  onLog: (text) => received.logs.push(text),
  onChange: () => received.changes++,
  onUpdate: (uri) => received.updates.push(uri),
};
const stdio = { command: node, args: [join(import.meta.dirname, 'server.mjs'), 'stdio', revision] };

const connection = await connect().catch((error) => {
  report('refuses', String(error.message).split('\n')[0]);
});
if (connection !== undefined) await showAll(connection);
// What a client has left open does not keep the process running.
process.stdout.write('', () => process.exit());

async function connect() {
  const driver = await import(`./drivers/${name}.mjs`);
  const client = await driver.connect({ ...target, url, headers: { authorization: `Bearer token-of-${key}` } });
  const [negotiated] = /\d{4}-\d\d-\d\d$/.exec((await client.call('who_am_i', {})).text) ?? [];
  if (negotiated !== revision) throw new Error(`negotiates ${negotiated}`);
  return { client, driver };
}

async function showAll({ client, driver }) {
  const lacks = { ...driver.lacks, ...driver.lacksIn?.[revision] };
  const connectStdio = () => driver.connect({ ...target, ...stdio });
  for (const capability of capabilities.filter((capability) => isServed(capability, revision))) {
    const context = { client, connectStdio, received, key };
    report(capability.key, lacks[capability.key] ?? (await tryCapability(capability, context)));
  }
  await client.close();
}

function report(capability, result) {
  process.stdout.write(`\n${JSON.stringify({ capability, result })}\n`);
}
