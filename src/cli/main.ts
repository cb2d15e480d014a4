#!/usr/bin/env node
import { exitCodes } from './exit-codes.js';
import { runCommand, writeComplaint } from './run-command.js';

// How long what a module left running may take to finish, in milliseconds. A connection pool never would.
const graceMs = 500;

async function main(): Promise<void> {
  process.on('uncaughtException', (error) => {
    writeComplaint(error, process);
    process.exit(exitCodes.tool);
  });
  // The reader is gone, as with `| head`: nobody is left to print for.
  process.stdout.on('error', () => process.exit(exitCodes.ok));
  process.exitCode = await runCommand(process.argv.slice(2), process);
  process.stdout.write('', () => setTimeout(() => process.exit(), graceMs).unref());
}

void main();
