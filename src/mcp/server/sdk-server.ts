import { DefinitionError } from '../../index.js';
import type { McpServerIdentity, StdioStreams } from './binder.js';
import type { McpSdkServer } from './serve-options.js';

/** The members of a low-level server of either official SDK that attaching tools needs. */
interface LowLevelServer {
  readonly transport?: object | undefined;
  setRequestHandler: unknown;
  assertCanSetRequestHandler(method: string): void;
}

/** Gives the low-level server of a server of an SDK: an `McpServer` holds one. */
export function lowLevelServerOf<Server extends LowLevelServer>(target: McpSdkServer): Server {
  const { server } = target as { readonly server?: unknown };
  return (typeof server === 'object' && server !== null ? server : target) as unknown as Server;
}

/** Throws a DefinitionError on a server that is connected, has tools of its own, or is none of the package. */
export function checkAttachable(server: LowLevelServer, packageName: string): void {
  if (typeof server.setRequestHandler !== 'function') {
    throw new DefinitionError(`attachMcp needs a Server or McpServer of '${packageName}'.`);
  }
  if (server.transport !== undefined) {
    throw new DefinitionError('attachMcp: the server is connected already. Attach the tools before it connects.');
  }
  if (handlesMethod(server, 'tools/list') || handlesMethod(server, 'tools/call')) {
    throw new DefinitionError('attachMcp: the server has tools of its own. Register them with the toolkit instead.');
  }
}

/** Whether a server has a handler for a method already. */
export function handlesMethod(server: LowLevelServer, method: string): boolean {
  try {
    server.assertCanSetRequestHandler(method);
    return false;
  } catch {
    return true;
  }
}

/** Gives the arguments for the constructor of a server of either SDK. */
export function serverArguments({
  name,
  title,
  version,
  instructions,
}: McpServerIdentity): [info: { name: string; version: string; title?: string }, options: { instructions?: string }] {
  return [
    { name, version, ...(title === undefined ? {} : { title }) },
    instructions === undefined ? {} : { instructions },
  ];
}

/**
 * Calls `onClosed` when a client on standard input and output has gone. Gives the function that stops watching its
 * input.
 */
export function watchStreams({ stdin, stdout, onClosed }: StdioStreams): () => void {
  stdin.once('end', onClosed).once('close', onClosed);
  // Stays: what is still on its way may fail after the end.
  stdout.on('error', onClosed);
  return () => {
    stdin.off('end', onClosed).off('close', onClosed);
  };
}
