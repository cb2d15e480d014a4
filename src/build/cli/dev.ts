import { DevServer } from '../../integrations/dev/server/dev-server.js';
import { closeOnEnd } from './close-on-end.js';
import { filesOf } from './dev-files.js';
import { listen, namesOf } from './dev-listen.js';
import type { DevPlace } from './dev-place.js';
import { DevProcesses } from './dev-processes.js';
import { FileWatcher, versionsOf } from './file-watcher.js';
import { messageOf } from './shared/message-of.js';
import type { Report } from './shared/report.js';

/** The options of `toolwright dev`. */
export interface DevCommand {
  readonly place: DevPlace;
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/** Runs `toolwright dev`: serves the developer page until it is stopped. */
export async function dev({ place, host = '127.0.0.1', port = 0 }: DevCommand, report: Report): Promise<undefined> {
  const { ppid } = process;
  const listFiles = filesOf(place);
  const tools = new DevProcesses(place);
  const page = new DevServer(tools, { path: '', allowedHosts: namesOf(host), where: 'toolwright dev' });
  const { server, origin } = await listen(page, { host, port });
  const watcher = watch(tools, listFiles, report);
  tools.onEvent((event) => {
    if (event.type === 'stopped') report.warn(event.reason);
    if (event.type === 'ready') report.note(`The tools of '${event.title}' are ready.`);
  });
  const stopped = new Promise<void>((resolve) => closeOnEnd({ close: async () => resolve() }, ppid));
  const url = page.urlAt(origin);
  report.note(`The developer page is at ${url}`);
  report.finish({ data: { url }, text: '' });
  tools.restart();
  await stopped;
  server.close();
  await Promise.all([watcher.close(), page.close()]);
  server.closeAllConnections();
}

/** Starts the tools again when a file changes. What a module imports is found again with each start. */
function watch(tools: DevProcesses, listFiles: () => readonly string[], report: Report): FileWatcher {
  const warn = (error: unknown): void => {
    report.warn(`The files are not watched: ${messageOf(error).replace(/^ToolManager: /, '')}`);
  };
  const watcher = new FileWatcher(listFiles, { onChange: () => tools.restart(), onError: warn });
  const stop = tools.onEvent(({ type }) => {
    const files = type === 'starting' ? listFiles() : [];
    if (files.length === 0) return;
    watcher.watch(versionsOf(files)).catch((error: unknown) => {
      stop();
      warn(error);
    });
  });
  return watcher;
}
