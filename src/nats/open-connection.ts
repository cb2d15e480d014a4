import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { DefinitionError, NetworkError } from '../index.js';

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
}

/** A connection, and how it is closed. */
export interface OpenedConnection {
  readonly connection: NatsConnection;
  /** Sends what is pending, and closes the connection if it was opened here. */
  close(): Promise<void>;
}

/**
 * Opens a connection that reconnects automatically, or takes the one of the options.
 *
 * @param where - The function that takes the options, for errors.
 * @param command - The command that starts a suitable server, for errors.
 * @throws DefinitionError if there are both a connection and servers.
 * @throws NetworkError that names the server and what to start, if none answers.
 */
export async function openConnection(
  { connection, servers }: ServerOptions,
  where: string,
  command = 'nats-server',
): Promise<OpenedConnection> {
  if (connection !== undefined) {
    if (servers === undefined) return { connection, close: () => flush(connection) };
    throw new DefinitionError(`${where}: pass either a connection or servers.`);
  }
  const opened = await open(servers, command);
  return {
    connection: opened,
    close: async () => {
      await flush(opened);
      await opened.close();
    },
  };
}

/** Returns the name of the server of a connection, without its user and password. */
export function serverName(connection: NatsConnection): string {
  return withoutUser(connection.getServer() || 'an unknown host');
}

async function open(given: ServerOptions['servers'], command: string): Promise<NatsConnection> {
  const options = toConnectionOptions(given);
  try {
    return await connect({ maxReconnectAttempts: -1, reconnectTimeWait: 250, ...options });
  } catch (cause) {
    const { servers = 'localhost:4222' } = options;
    const named = [servers].flat().map(withoutUser).join(', ');
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    throw new NetworkError(`No NATS server accepts a connection at ${named}${reason}. Start one: ${command}.`, {
      cause,
    });
  }
}

async function flush(connection: NatsConnection): Promise<void> {
  // Without a server, there is nothing that it could receive.
  if (!connection.isClosed()) await connection.flush().catch(() => undefined);
}

function toConnectionOptions(given: ServerOptions['servers'] = {}): NodeConnectionOptions {
  if (typeof given === 'string') return { servers: given };
  return 'length' in given ? { servers: [...given] } : given;
}

function withoutUser(server: string): string {
  return server.replace(/^(\w+:\/\/)?.*@/, '$1');
}
