import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';

/** A NATS server with JetStream, on a free port and in a temporary folder. */
export interface NatsServer {
  readonly url: string;
  /** Kills the server, as a crash does. */
  kill(): Promise<void>;
  /** Starts the server again, with what it has stored. */
  restart(): Promise<void>;
  /** Ends the server, and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server, and waits until it answers. */
export async function startNatsServer(): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nats-'));
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const options = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', folder];
    const started = spawn('nats-server', options, { stdio: 'ignore' });
    const failed = new Promise<never>((_, reject) => started.once('error', reject));
    const connection = connect({
      servers: url,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 20,
    });
    await (await Promise.race([connection, failed])).close();
    return started;
  }

  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  };
  return {
    url,
    kill,
    restart: async () => {
      await kill();
      child = await start();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
