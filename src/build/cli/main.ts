#!/usr/bin/env node
import { readOutputOptions } from './global-options.js';
import { readInvocation, runCommand } from './run-command.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { TextReport } from './text-report.js';

// The time that resources which a module left open have to finish, in milliseconds. A connection pool never finishes.
const graceMs = 500;

const idleMessage =
  'The command cannot finish: it waits for a promise, but no timer, socket or file that could settle it is open.';

async function main(): Promise<void> {
  const { stdin, stdout, stderr } = process;
  // Bound before a command reserves standard output.
  const write = stdout.write.bind(stdout);
  const args = process.argv.slice(2);
  const invocation = readInvocation(args, { stdin, stdout, stderr });
  let { report } = invocation;
  process.on('uncaughtException', (error) => process.exit(report.fail(error)));
  // The reader closed the pipe, as `| head` does, so further output is useless.
  stdout.on('error', () => process.exit(exitCodes.ok));
  const onIdle = (): void => process.exit(report.fail(new CommandFailure(idleMessage, exitCodes.tool)));
  process.on('beforeExit', onIdle);
  process.exitCode = await runCommand(args, { stdin, stdout, stderr }, invocation);
  process.off('beforeExit', onIdle);
  // The command has reported its result. What the module still throws is for people.
  report = new TextReport({ stdout, stderr }, readOutputOptions(args).color);
  write('', () => setTimeout(() => process.exit(), graceMs).unref());
}

void main();
