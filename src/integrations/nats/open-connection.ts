import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { either, secretObject, string, strings } from '../../base/options/option-rules.js';
import { DefinitionError, NetworkError } from '../../index.js';
import { CallbackGuard } from './callback-guard.js';
import { GuardedConnection } from './guarded-connection.js';
import { withoutUser } from './server-name.js';

/** Where the NATS server is. */
export interface ServerOptions {
  /** The connection to use, which remains open. @default a new connection to `servers` */
  readonly connection?: NatsConnection | undefined;
  /**
   * The servers, or the options of a new connection, such as its TLS files, its credentials or its nkey.
   *
   * @default the server on this machine
   */
  readonly servers?: NodeConnectionOptions | string | readonly string[] | undefined;
  /**
   * A listener for errors that no caller receives: of the connection, of messages that cannot be processed, and of
   * listeners that throw. An error that repeats is passed once a second at most.
   *
   * @default emits a process warning
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Opens a connection that reconnects automatically, or takes the one of the options.
 *
 * @param where - The function that takes the options, for errors.
 * @param command - The command that starts a suitable server, for errors.
 * @throws DefinitionError if there are both a connection and servers.
 * @throws NetworkError that names the server and what to start, if none answers; or if the connection is closed.
 */
export async function openConnection(
  { connection, servers, onError }: ServerOptions,
  where: string,
  command = 'nats-server',
): Promise<GuardedConnection> {
  if (connection !== undefined && servers !== undefined) {
    throw new DefinitionError(`${where}: pass either a connection or servers.`);
  }
  if (connection?.isClosed()) throw new NetworkError(`${where}: the connection is closed. Pass one that is open.`);
  return new GuardedConnection({
    connection: connection ?? (await open(servers, command)),
    isOwn: connection === undefined,
    guard: new CallbackGuard(where, onError),
  });
}

/** The rule of the option `servers`. */
export const servers = either(either(string, secretObject), strings);

async function open(given: ServerOptions['servers'], command: string): Promise<NatsConnection> {
  const options = toConnectionOptions(given);
  try {
    return await connect({
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      // Credentials may be renewed while the process runs.
      ignoreAuthErrorAbort: true,
      ...options,
    });
  } catch (cause) {
    const { servers = 'localhost:4222' } = options;
    const named = [servers].flat().map(withoutUser).join(', ');
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    throw new NetworkError(`No NATS server accepts a connection at ${named}${reason}. Start one: ${command}.`, {
      cause,
    });
  }
}

function toConnectionOptions(given: ServerOptions['servers'] = {}): NodeConnectionOptions {
  if (typeof given === 'string') return { servers: given };
  return 'length' in given ? { servers: [...given] } : given;
}
