import { isMissingPackageError } from '../../base/runtime/load-package.js';
import type { Toolkit } from '../../index.js';
import { closeOnEnd } from './close-on-end.js';
import { describeServer } from './hosts/describe-server.js';
import { startOf } from './hosts/server-command.js';
import { identityOf } from './hosts/server-identity.js';
import { isFolderPath } from './load-folder.js';
import { loadServer, loadWorker } from './load-server.js';
import { type LoadedModule, loadTools, type ToolPlace } from './load-tools.js';
import { reserveStandardOutput } from './protocol-output.js';
import type { ServedAddress, ServedWorker, servedEras } from './served-place.js';
import { createServedToolkit } from './served-toolkit.js';
import { CommandFailure, exitCodes, missingPackageCode } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';
import type { Report } from './shared/report.js';

/** The options of `toolwright serve`. */
export interface ServeCommand extends ToolPlace, ServedAddress {
  /** The protocol version to serve. Undefined for every version that can be served. */
  readonly era: (typeof servedEras)[number] | undefined;
  /** Where to serve over NATS. Undefined to serve over the Model Context Protocol. */
  readonly nats: ServedWorker | undefined;
}

/** Runs `toolwright serve`: serves the tools of a module until it is stopped. */
export async function serve(command: ServeCommand, report: Report): Promise<undefined> {
  // Before the tools are loaded, during which the parent may end.
  const { ppid } = process;
  // Reserved before the module is loaded, because loading it may print something.
  const isStdio = !command.http && command.nats === undefined;
  const stdout = isStdio ? reserveStandardOutput() : undefined;
  const module = await loadServed(command, report);
  const toolkit = await createServedToolkit(module);
  for (const warning of module.warnings) report.warn(warning);
  if (command.nats !== undefined) {
    await serveWorker(toolkit, command.modulePath, { nats: command.nats, ppid, report });
    await module.close?.();
    return;
  }
  const { host, port, era } = command;
  const { serveMcp } = await loadServer(command.modulePath, era);
  const identity = identityOf(command.modulePath, module.info);
  const serving = await waitForStart(
    serveMcp(
      toolkit,
      stdout === undefined
        ? { transport: 'http', host, port, era, ...identity }
        : { transport: 'stdio', stdout, era, ...identity },
    ),
  );
  closeOnEnd(serving, ppid);
  if (serving.url !== undefined) {
    report.note(`Tools are at ${serving.url}`);
    report.finish({ data: { url: serving.url }, text: '' });
  }
  const start = serving.url === undefined ? startOf(command) : { kind: 'http' as const, url: serving.url };
  const toolNames = toolkit.list({ active: true }).map(({ name }) => name);
  report.hint(`\n${describeServer({ identity, toolNames, start, modulePath: command.modulePath })}\n`);
  await serving.closed;
  await module.close?.();
}

/** Serves a toolkit over NATS until it is stopped. The calls that it has taken end first. */
async function serveWorker(
  toolkit: Toolkit,
  modulePath: string,
  { nats, ppid, report }: { readonly nats: ServedWorker; readonly ppid: number; readonly report: Report },
): Promise<void> {
  const { serveNats } = await loadWorker(modulePath);
  const serving = await waitForStart(serveNats(toolkit, nats));
  closeOnEnd(serving, ppid);
  report.note(`The worker ${serving.workerId} takes calls`);
  report.finish({ data: { worker: serving.workerId }, text: '' });
  await serving.closed;
}

/** Loads the tools to serve. The changes of a watched file are reported to people, because no result follows. */
async function loadServed(command: ServeCommand, report: Report): Promise<LoadedModule> {
  const { modulePath: path, watch } = command;
  if (watch !== true || isFolderPath(path)) return loadTools(command);
  const { loadWatched } = await import('./load-watched.js');
  const label = report.styles.stderr('yellow', 'warning:');
  return loadWatched(command, ({ isUpdated, warnings }) => {
    if (isUpdated) report.note(`The tools of '${path}' are updated.`);
    const prefix = isUpdated ? '' : 'The tools remain as they are. ';
    for (const warning of warnings) report.note(`${label} ${prefix}${warning}`);
  });
}

async function waitForStart<Serving>(starting: Promise<Serving>): Promise<Serving> {
  try {
    return await starting;
  } catch (error) {
    const code = isMissingPackageError(error) ? missingPackageCode : 'cannot_serve';
    throw new CommandFailure(`Cannot serve: ${messageOf(error)}`, exitCodes.usage, { code });
  }
}
