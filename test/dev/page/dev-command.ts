import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../execution/waiting.js';
import { installPackedPackage } from '../../support/packed-package.js';

/** The packed command, as a user starts it in a project. */
export interface DevCommand {
  readonly child: ChildProcess;
  /** The folder of the project. */
  readonly project: string;
  /** The address of the page, with its token. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  close(): Promise<void>;
}

/** How the command is started, in addition to its files. */
export interface DevCommandOptions {
  /** Further arguments. @default none */
  readonly args?: readonly string[];
  /** Further environment variables. @default none */
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares the folder of the project. @default nothing */
  readonly prepare?: (project: string) => void;
}

/** Starts the packed command `toolwright dev` in a new project with the files. The first one is what it shows. */
export async function startDevCommand(
  files: Readonly<Record<string, string>>,
  { args = [], env = {}, prepare }: DevCommandOptions = {},
): Promise<DevCommand> {
  const project = installPackedPackage('typescript');
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "name": "tea-shop", "version": "1.2.3" }');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  prepare?.(project);
  const main = join(project, 'node_modules/toolwright/dist/build/cli/main.js');
  const [entry = ''] = Object.keys(files);
  const child = spawn(process.execPath, [main, 'dev', entry, '--port', '0', ...args], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (text) => (printed += String(text)));
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT');
      await once(child, 'close');
    }
    rmSync(project, { recursive: true, force: true });
  };
  await until(() => /#token=\S+\n/.test(printed));
  const [url = '', origin = '', token = ''] = /(http:\/\/[^/]+)\/#token=(\S+)/.exec(printed) ?? [];
  return { child, project, url, origin, token, close };
}
