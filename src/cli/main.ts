#!/usr/bin/env node
import { exitCodes } from './exit-codes.js';
import { runCommand, writeError } from './run-command.js';

// The time that resources which a module left open have to finish, in milliseconds. A connection pool never finishes.
const graceMs = 500;

async function main(): Promise<void> {
  process.on('uncaughtException', (error) => {
    writeError(error, process);
    process.exit(exitCodes.tool);
  });
  // The reader closed the pipe, as `| head` does, so further output is useless.
  process.stdout.on('error', () => process.exit(exitCodes.ok));
  process.exitCode = await runCommand(process.argv.slice(2), process);
  process.stdout.write('', () => setTimeout(() => process.exit(), graceMs).unref());
}

void main();
