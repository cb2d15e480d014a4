import { DefinitionError } from '../../../index.js';
import type { BoundClient, StdioStreams } from './binder.js';
import type { McpSdkServer } from './serve-options.js';

/** The members of a low-level server of either official SDK that attaching tools needs. */
interface LowLevelServer {
  readonly transport?: object | undefined;
  setRequestHandler: unknown;
  assertCanSetRequestHandler(method: string): void;
}

/** Returns the low-level server of an SDK's server: an `McpServer` contains one. */
export function lowLevelServerOf<Server extends LowLevelServer>(target: McpSdkServer): Server {
  const { server } = target as { readonly server?: unknown };
  return (typeof server === 'object' && server !== null ? server : target) as unknown as Server;
}

/** Throws a DefinitionError if a server is connected, has its own tools, or is not a server of the package. */
export function checkAttachable(server: LowLevelServer, packageName: string): void {
  if (typeof server.setRequestHandler !== 'function') {
    throw new DefinitionError(`attachMcp requires a Server or McpServer of '${packageName}'.`);
  }
  if (server.transport !== undefined) {
    throw new DefinitionError('attachMcp: the server is already connected. Attach the tools before it connects.');
  }
  if (handlesMethod(server, 'tools/list') || handlesMethod(server, 'tools/call')) {
    throw new DefinitionError('attachMcp: the server has its own tools. Register them with the toolkit instead.');
  }
}

/** Whether a server already has a handler for a method. */
export function handlesMethod(server: LowLevelServer, method: string): boolean {
  try {
    server.assertCanSetRequestHandler(method);
    return false;
  } catch {
    return true;
  }
}

/** Returns the arguments for the constructor of a server of either SDK. */
export function serverArguments({
  identity: { name, title, version },
  instructions,
}: Pick<BoundClient, 'identity' | 'instructions'>): [
  info: { name: string; version: string; title?: string },
  options: { instructions?: string },
] {
  const given = instructions();
  return [
    { name, version, ...(title === undefined ? {} : { title }) },
    given === undefined ? {} : { instructions: given },
  ];
}

/**
 * Calls `onClosed` when a client on standard input and output has disconnected. Returns a function that stops watching
 * the input.
 */
export function watchStreams({ stdin, stdout, onClosed }: StdioStreams): () => void {
  stdin.once('end', onClosed).once('close', onClosed);
  // This listener remains, because pending writes may fail after the end.
  stdout.on('error', onClosed);
  return () => {
    stdin.off('end', onClosed).off('close', onClosed);
  };
}
