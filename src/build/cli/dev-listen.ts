import { createServer, type Server } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { loopbackNames } from '../../base/network/loopback.js';
import type { DevServer } from '../../integrations/dev/server/dev-server.js';
import { createRouteHandler } from '../../integrations/shared/route-handler.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';

/** Where the page is served. */
export interface DevAddress {
  readonly host: string;
  /** The port, or 0 for a free one. */
  readonly port: number;
}

const wildcards = ['0.0.0.0', '::'];

/** Returns the names by which browsers may reach a server that listens on a host. Any other name may be that of an attacker. */
export function namesOf(host: string): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((one = []) => one.map(({ address }) => address));
  const names = wildcards.includes(host) ? [hostname(), ...addresses] : [host];
  return [...loopbackNames, ...names.map(bracketed)];
}

/**
 * Serves the page, and resolves to its server and its origin.
 *
 * @throws CommandFailure if the server cannot listen.
 */
export async function listen(
  page: DevServer,
  { host, port }: DevAddress,
): Promise<{ readonly server: Server; readonly origin: string }> {
  const { node } = createRouteHandler((request) => page.respond(request));
  const server = createServer((request, response) => {
    node(request, response).catch(() => response.destroy());
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    throw new CommandFailure(`Cannot serve: ${messageOf(error)}`, exitCodes.usage, { code: 'cannot_serve' });
  }
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  return { server, origin: `http://${wildcards.includes(host) ? '127.0.0.1' : bracketed(host)}:${used}` };
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
