import type { NatsConnection } from '@nats-io/transport-node';

/** Returns the name of the server of a connection, without its user and password. */
export function serverName(connection: NatsConnection): string {
  return withoutUser(connection.getServer() || 'an unknown host');
}

/** Removes the user and the password from the URL of a server. */
export function withoutUser(server: string): string {
  return server.replace(/^(\w+:\/\/)?.*@/, '$1');
}
