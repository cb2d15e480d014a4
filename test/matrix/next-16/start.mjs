// Starts a built app on a free port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Starts the app in a folder and waits until it responds. Returns its URL, and a function that stops it. */
export async function startApp(folder) {
  const port = await findPort();
  const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', folder, '--port', String(port)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => server.kill();
  for (;;) {
    if (await fetch(url).catch(() => undefined)) return { url, stop };
    if (server.exitCode !== null) throw new Error('The server has exited.');
    await setTimeout(200);
  }
}

async function findPort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
