import { commands } from './commands.js';
import { readOutputOptions } from './global-options.js';
import { JsonReport } from './json-report.js';
import { type ParsedCommand, parseCommand } from './parse-command.js';
import { reserveStandardOutput } from './protocol-output.js';
import type { PreparedCommand } from './shared/declaration.js';
import { type ExitCode, exitCodes } from './shared/exit-codes.js';
import type { Report, ReportStreams } from './shared/report.js';
import type { Streams } from './shared/streams.js';
import { TextReport } from './text-report.js';

/** A command line that was read, or the error that it has, and the report for either. */
export interface Invocation {
  readonly report: Report;
  readonly command: PreparedCommand | undefined;
  readonly error?: unknown;
}

/** Reads a command line, and prepares the report that it selects: `--json` applies to invalid command lines too. */
export function readInvocation(args: readonly string[], streams: Streams): Invocation {
  const { isJson, color } = readOutputOptions(args);
  try {
    const command = parseCommand(args, commands);
    return { command, report: isJson ? createJsonReport(command, streams) : new TextReport(streams, color) };
  } catch (error) {
    const report = isJson ? new JsonReport(streams, null) : new TextReport(streams, color);
    return { command: undefined, error, report };
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
    const result = await command.run({ report, streams, commands });
    return result === undefined ? exitCodes.ok : report.finish(result);
  } catch (failure) {
    return report.fail(failure);
  }
}

function createJsonReport({ name, isStdoutReserved }: ParsedCommand, streams: ReportStreams): Report {
  if (isStdoutReserved === true) return new JsonReport(streams, name, streams.stderr);
  const stdout = streams.stdout === process.stdout ? reserveStandardOutput() : streams.stdout;
  return new JsonReport({ stdout, stderr: streams.stderr }, name);
}
