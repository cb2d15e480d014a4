#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { callTool } from './call.js';
import { parseCommand } from './command.js';
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.js';
import { generate } from './generate.js';
import { listTools } from './list.js';
import { messageOf } from './message-of.js';
import { serve } from './serve.js';
import { usage } from './usage.js';

// How long what a module left running may take to finish, in milliseconds. A connection pool never would.
const graceMs = 500;

async function main(): Promise<void> {
  process.on('uncaughtException', (error) => {
    complain(error);
    process.exit(exitCodes.tool);
  });
  // The reader is gone, as with `| head`: nobody is left to print for.
  process.stdout.on('error', () => process.exit(exitCodes.ok));
  process.exitCode = await run(process.argv.slice(2));
  process.stdout.write('', () => setTimeout(() => process.exit(), graceMs).unref());
}

async function run(args: readonly string[]): Promise<ExitCode> {
  try {
    const command = parseCommand(args);
    switch (command.kind) {
      case 'help':
        process.stdout.write(usage);
        break;
      case 'version':
        process.stdout.write(`${readVersion()}\n`);
        break;
      case 'list':
        await listTools(command.modulePath, { json: command.json });
        break;
      case 'call':
        return await callTool(command);
      case 'serve':
        return await serve(command);
      case 'generate':
        return await generate(command);
    }
    return exitCodes.ok;
  } catch (error) {
    complain(error);
    return error instanceof CommandFailure ? error.exitCode : exitCodes.tool;
  }
}

function complain(error: unknown): void {
  process.stderr.write(`toolwright: ${messageOf(error)}\n`);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { readonly version: string }).version;
}

void main();
