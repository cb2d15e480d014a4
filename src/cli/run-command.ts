import { readFileSync } from 'node:fs';
import { callTool } from './call.js';
import { parseCommand } from './command.js';
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.js';
import { generate } from './generate.js';
import { listTools } from './list.js';
import { listCost } from './list-cost.js';
import { messageOf } from './message-of.js';
import { serve } from './serve.js';
import type { Streams } from './streams.js';
import { usage } from './usage.js';

/** Runs the command that the arguments specify and returns its exit code. Errors are written to `stderr`. */
export async function runCommand(args: readonly string[], streams: Streams): Promise<ExitCode> {
  try {
    const command = parseCommand(args);
    switch (command.kind) {
      case 'help':
        streams.stdout.write(usage);
        break;
      case 'version':
        streams.stdout.write(`${readVersion()}\n`);
        break;
      case 'list':
        if (command.cost === undefined) await listTools(command.modulePath, { json: command.json, streams });
        else await listCost(command.modulePath, { json: command.json, ...command.cost, streams });
        break;
      case 'call':
        return await callTool(command, streams);
      case 'serve':
        return await serve(command);
      case 'generate':
        return await generate(command, streams);
    }
    return exitCodes.ok;
  } catch (error) {
    writeError(error, streams);
    return error instanceof CommandFailure ? error.exitCode : exitCodes.tool;
  }
}

/** Writes the message of an error as one line. */
export function writeError(error: unknown, { stderr }: Pick<Streams, 'stderr'>): void {
  stderr.write(`toolwright: ${messageOf(error)}\n`);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { readonly version: string }).version;
}
