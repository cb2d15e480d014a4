import type { Toolkit } from '../index.js';
import type { McpServing } from '../mcp/index.js';
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.js';
import { type LoadedModule, loadTools } from './load-tools.js';
import { messageOf } from './message-of.js';
import { takeStandardOutput } from './protocol-output.js';
import { toolkitOf } from './toolkit-of.js';

/** What is to be served, and how. */
export interface ServeCommand {
  readonly modulePath: string;
  readonly http: boolean;
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/** `toolwright serve`: gives the tools of a module out over the Model Context Protocol, until it is stopped. */
export async function serve(command: ServeCommand): Promise<ExitCode> {
  // Before the module is loaded: it may print something.
  const stdout = command.http ? undefined : takeStandardOutput();
  const module = await loadTools(command.modulePath);
  const toolkit = servedOf(module);
  for (const remark of module.remarks) process.stderr.write(`${remark}\n`);
  const { serveMcp } = await import('../mcp/index.js');
  const { host, port } = command;
  const serving = await started(
    serveMcp(toolkit, stdout === undefined ? { transport: 'http', host, port } : { transport: 'stdio', stdout }),
  );
  closeOnSignals(serving);
  if (serving.url !== undefined) process.stderr.write(`Tools are at ${serving.url}\n`);
  await serving.closed;
  return exitCodes.ok;
}

/** The toolkit that the module exports, or one with all its tools. */
function servedOf({ tools }: LoadedModule): Toolkit {
  const toolkits = new Map(tools.flatMap(({ toolkit, exportName }) => (toolkit ? [[toolkit, exportName]] : [])));
  const [toolkit, another] = toolkits.keys();
  if (toolkit === undefined) return toolkitOf(tools);
  if (another === undefined) return toolkit;
  const names = [...toolkits.values()].map((name) => `'${name}'`).join(' and ');
  throw new CommandFailure(`The module exports the toolkits ${names}. Export the one to serve.`, exitCodes.module);
}

async function started(starting: Promise<McpServing>): Promise<McpServing> {
  try {
    return await starting;
  } catch (error) {
    throw new CommandFailure(`Cannot serve: ${messageOf(error)}`, exitCodes.usage);
  }
}

/** Open calls may end; a second signal does not wait for them. */
function closeOnSignals(serving: McpServing): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(exitCodes.interrupted);
      isClosing = true;
      void serving.close();
    });
  }
}
