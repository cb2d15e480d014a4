import { basename, relative, resolve } from 'node:path';
import { isUpToDate, writeGenerated } from '../codegen/generated-file.js';
import { clientNameOf, printClient, type RemoteDescriptor } from '../codegen/print-client.js';
import { type McpPlace, openServer, readServerToken } from './remote-server.js';
import { CommandFailure, createLoadFailure, exitCodes } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';
import type { CommandResult, Report } from './shared/report.js';

/** The options of `toolwright generate --from`. */
export interface GenerateClientCommand extends McpPlace {
  readonly out: string;
  readonly check: boolean;
}

/** Runs `toolwright generate --from`: writes a module with typed calls of the tools of a server. */
export async function generateClient(command: GenerateClientCommand, report: Report): Promise<CommandResult> {
  const { out, check } = command;
  const path = resolve(out);
  const remote = await readTools(command, report);
  const file = { path, text: printClient(clientNameOf(basename(path)), remote) };
  const shown = relative('', path);
  const isCurrent = isUpToDate(file);
  if (check && !isCurrent) {
    throw new CommandFailure(
      `'${shown}' is stale. Run 'toolwright generate --from' without --check.`,
      exitCodes.usage,
      {
        code: 'stale',
      },
    );
  }
  if (!isCurrent) writeGenerated(file);
  const tools = `${remote.length} ${remote.length === 1 ? 'tool' : 'tools'}`;
  return {
    data: { path: shown, toolCount: remote.length, isCurrent },
    text: `${shown}: ${tools}${isCurrent ? ', up to date' : ''}`,
  };
}

async function readTools(command: GenerateClientCommand, report: Report): Promise<readonly RemoteDescriptor[]> {
  const { mcp } = command;
  const auth = readServerToken(command);
  try {
    const source = await openServer({ mcp }, { auth, onWarning: ({ message }) => report.warn(message) });
    try {
      const specs = await source.specs();
      const fingerprints = source.fingerprints();
      return specs.flatMap((tool) => {
        const remoteName = source.remoteName(tool.name) ?? tool.name;
        const fingerprint = Object.hasOwn(fingerprints, remoteName) ? fingerprints[remoteName] : undefined;
        return fingerprint === undefined ? [] : [{ tool, remoteName, fingerprint }];
      });
    } finally {
      await source.close();
    }
  } catch (error) {
    throw createLoadFailure(`Cannot read the tools of '${mcp[0]}': ${messageOf(error)}`, error);
  }
}
