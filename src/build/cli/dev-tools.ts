import { once } from 'node:events';
import inspector from 'node:inspector';
import { settleWithin } from '../../base/async/settle-within.js';
import { DevHost } from '../../integrations/dev/host/dev-host.js';
import { DevChannel } from './dev-channel.js';
import { createDevToolkit, type DevToolkit } from './dev-toolkit.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';

// In milliseconds. Then the process is killed.
const closeMs = 1_500;

/** Runs the tools of the developer page, until the process that has started this one disconnects or ends. */
export async function runDevTools(): Promise<undefined> {
  if (process.send === undefined) {
    throw new CommandFailure("'__dev' is started by 'toolwright dev'.", exitCodes.usage);
  }
  const channel = new DevChannel();
  const fail = (message: string): never => {
    channel.send({ toolwright: 'failed', message });
    process.exit(exitCodes.module);
  };
  // The terminal sends it to both processes, and the other one ends this one.
  process.on('SIGINT', () => undefined);
  process.prependListener('uncaughtException', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    fail(messageOf(error));
  });
  const exit = (): never => process.exit(exitCodes.ok);
  process.once('disconnect', exit);
  const loaded = await createDevToolkit(await channel.place).catch((error: unknown) => fail(messageOf(error)));
  process.off('disconnect', exit);
  await serveTools(loaded, channel);
  return exit();
}

/** Serves loaded tools, and closes them when the other process disconnects. */
async function serveTools(
  { toolkit, close, lockedSpecs, ...described }: DevToolkit,
  channel: DevChannel,
): Promise<void> {
  const compareWithLock = async () => (await import('./dev-lock.js')).compareTools(toolkit, await lockedSpecs());
  const host = new DevHost(toolkit, { ...described, compareWithLock });
  const disconnected = once(process, 'disconnect');
  channel.serve(host);
  channel.send({ toolwright: 'ready', title: described.title, isDebugged: inspector.url() !== undefined });
  await disconnected;
  await settleWithin(Promise.allSettled([host.close(), close()]), closeMs);
}
