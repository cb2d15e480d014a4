// Starts a NATS server with JetStream on a free port, for specs and for drills in processes of their own.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';

/** Starts a server, and waits until it answers. */
export async function startNatsServer() {
  const folder = await mkdtemp(join(tmpdir(), 'nats-'));
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  let child = await start();

  async function start() {
    const options = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', folder];
    const started = spawn('nats-server', options, { stdio: 'ignore' });
    const failed = new Promise((_, reject) => started.once('error', reject));
    const waiting = { waitOnFirstConnect: true, maxReconnectAttempts: -1, reconnectTimeWait: 20 };
    const connection = await Promise.race([connect({ servers: url, ...waiting }), failed]);
    await connection.close();
    return started;
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }

  async function restart() {
    await kill();
    child = await start();
  }

  async function stop() {
    await kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  return { url, kill, restart, stop };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
