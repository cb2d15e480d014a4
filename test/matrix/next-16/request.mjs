// Starts the built app, requests the route that is named in the argument, and prints the response.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
probe.close();
await once(probe, 'close');

const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '--port', String(port)], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  console.log(await request(`http://127.0.0.1:${port}/${process.argv[2]}`));
} finally {
  server.kill();
}

async function request(url) {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return response.text();
    if (server.exitCode !== null) throw new Error('The server has exited.');
    await setTimeout(200);
  }
}
