import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { connect } from '@nats-io/transport-node';

/** A NATS server with JetStream, which ends with its scope. */
export interface NatsServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts the program `nats-server` on a free port, and waits until it answers. */
export async function startNatsServer(folder: string): Promise<NatsServer> {
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  const args = ['--addr', '127.0.0.1', '--port', `${port}`, '--jetstream', '--store_dir', folder];
  // In a process group of its own, Ctrl+C does not end the server before its clients.
  const child = spawn('nats-server', args, { stdio: 'ignore', detached: true });
  await untilSpawned(child);
  try {
    await Promise.race([untilItAnswers(url), untilItEnds(child)]);
  } catch (error) {
    await end(child);
    throw error;
  }
  return { url, [Symbol.asyncDispose]: () => end(child) };
}

async function untilItAnswers(servers: string): Promise<void> {
  const options = { waitOnFirstConnect: true, maxReconnectAttempts: 100, reconnectTimeWait: 50 };
  const connection = await connect({ servers, ...options });
  await connection.close();
}

async function untilSpawned(child: ChildProcess): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('The program nats-server is not installed. On Debian or Ubuntu: apt-get install nats-server');
  }
}

async function untilItEnds(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`nats-server ended with code ${code}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
