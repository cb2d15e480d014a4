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
  try {
    await Promise.race([untilItAnswers(url), failureOf(child)]);
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

/** Rejects if the program cannot be started, or ends. */
function failureOf(child: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    child.once('exit', (code) => reject(new Error(`nats-server ended with code ${code}.`)));
    child.once('error', (error: NodeJS.ErrnoException) => {
      const help = 'The program nats-server is not installed. On Debian or Ubuntu: apt-get install nats-server';
      reject(error.code === 'ENOENT' ? new Error(help) : error);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
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
