import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageFolder } from '../own-package.js';
import { callTool } from './call.js';
import type { ChangeIo } from './change-file.js';
import { type Command, parseCommand } from './command.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { generate } from './generate.js';
import type { InstallCommand, UninstallCommand } from './install-options.js';
import { JsonReport } from './json-report.js';
import { listTools } from './list.js';
import { listCost } from './list-cost.js';
import { reserveStandardOutput } from './protocol-output.js';
import { findTerminal } from './questioner.js';
import type { CommandResult, Report, ReportStreams } from './report.js';
import { serve } from './serve.js';
import type { Streams } from './streams.js';
import { TextReport } from './text-report.js';
import { usage } from './usage.js';

/** A command line that was read, or the error that it has, and the report for either. */
export interface Invocation {
  readonly report: Report;
  readonly command: Command | undefined;
  readonly error?: unknown;
}

/** Reads a command line, and prepares the report that it selects: `--json` applies to invalid command lines too. */
export function readInvocation(args: readonly string[], streams: Streams): Invocation {
  const isJson = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length).includes('--json');
  try {
    const command = parseCommand(args);
    return { command, report: isJson ? createJsonReport(command, streams) : new TextReport(streams) };
  } catch (error) {
    return { command: undefined, error, report: isJson ? new JsonReport(streams, null) : new TextReport(streams) };
  }
}

/** Runs the command that the arguments specify and returns its exit code. Errors are reported, not thrown. */
export async function runCommand(
  args: readonly string[],
  streams: Streams,
  { command, error, report }: Invocation = readInvocation(args, streams),
): Promise<ExitCode> {
  if (command === undefined) return report.fail(error);
  try {
    const result = await run(command, { report, streams });
    return result === undefined ? exitCodes.ok : report.finish(result);
  } catch (failure) {
    return report.fail(failure);
  }
}

/** Runs a command. Returns undefined if it has reported its results while it ran. */
async function run(
  command: Command,
  { report, streams }: { readonly report: Report; readonly streams: Streams },
): Promise<CommandResult | undefined> {
  switch (command.kind) {
    case 'help':
      return { data: { usage }, text: usage };
    case 'version': {
      const version = readVersion();
      return { data: { version }, text: version };
    }
    case 'list':
      return command.cost === undefined ? listTools(command, report) : listCost(command, { ...command.cost, report });
    case 'call':
      return callTool(command, { report, streams });
    case 'serve':
      return serve(command, report);
    case 'install':
    case 'uninstall':
      return runInstall(command, { report, terminal: findTerminal(streams) });
    case 'doctor':
      return (await import('./doctor.js')).diagnose(command);
    case 'generate':
      return generate(command, report);
  }
}

/** Changes the configuration of a host. Only these commands load the package that edits it. */
async function runInstall(command: InstallCommand | UninstallCommand, io: ChangeIo): Promise<CommandResult> {
  if (command.kind === 'install') return (await import('./install.js')).install(command, io);
  return (await import('./uninstall.js')).uninstall(command, io);
}

function createJsonReport(command: Command, streams: ReportStreams): Report {
  // Over standard input and output, standard output belongs to the protocol.
  if (command.kind === 'serve' && !command.http && command.nats === undefined)
    return new JsonReport(streams, command.kind, streams.stderr);
  const stdout = streams.stdout === process.stdout ? reserveStandardOutput() : streams.stdout;
  return new JsonReport({ stdout, stderr: streams.stderr }, command.kind);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(findPackageFolder(), 'package.json'), 'utf8'));
  return (manifest as { readonly version: string }).version;
}
