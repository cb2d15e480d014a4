import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { askMissing, type Choice, useDefaults } from './ask-missing.js';
import { type CommandLine, parseCommandLine, usage } from './command-line.js';
import { Failure } from './failure.js';
import { findPackageManager, installPackages, type PackageManager } from './package-manager.js';
import { readTemplate } from './read-template.js';
import { checkFolder, writeProject } from './write-project.js';

/** What the program reads and writes. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

/** Runs the program, and returns its exit code. */
export async function run(args: readonly string[], streams: Streams): Promise<number> {
  try {
    await create(parseCommandLine(args), streams);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    streams.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}

async function create(commandLine: CommandLine, { stdin, stdout }: Streams): Promise<void> {
  if (commandLine.help) return print(stdout, usage);
  if (commandLine.version) return print(stdout, readVersion());
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true && !commandLine.yes;
  const choice = isTerminal
    ? await askMissing(commandLine, { input: stdin, output: stdout })
    : useDefaults(commandLine);
  const folder = resolve(choice.folder);
  checkFolder(folder, commandLine);
  const kept = writeProject(folder, readTemplate(choice.template, folder));
  print(stdout, `Created ${choice.folder} from the template ${choice.template}.`);
  if (kept.length > 0) print(stdout, `These files existed and are unchanged: ${kept.join(', ')}.`);
  const manager = findPackageManager(process.env);
  if (commandLine.install) installPackages(manager, folder);
  print(stdout, `\nNext, run:\n\n${nextCommands(choice, { manager, isInstalled: commandLine.install })}\n`);
}

function nextCommands(
  { folder }: Choice,
  { manager, isInstalled }: { readonly manager: PackageManager; readonly isInstalled: boolean },
): string {
  const path = relative('', resolve(folder));
  const enter = path === '' ? [] : [`cd ${/[^\w./\\~-]/.test(path) ? JSON.stringify(path) : path}`];
  const install = isInstalled ? [] : [`${manager} install`];
  return [...enter, ...install, `${manager} start`].map((command) => `  ${command}`).join('\n');
}

function readVersion(): string {
  const { version }: { readonly version?: unknown } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  );
  return String(version);
}

function print(output: Writable, text: string): void {
  output.write(`${text}\n`);
}
