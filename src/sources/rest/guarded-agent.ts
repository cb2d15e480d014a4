import { lookup as lookupDns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent, buildConnector } from 'undici';
import type { OutboundRules } from '../../base/network/outbound-rules.js';
import { loadPackage } from '../../base/runtime/load-package.js';

/** The settings of the connections of one tool or tool source. */
export interface AgentSettings {
  readonly rules: OutboundRules;
  /** The time limit for establishing a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** The function that resolves host names. @default that of `node:dns` */
  readonly lookup?: LookupFunction | undefined;
}

// A longer header section is refused. Node's own limit, in bytes.
const maxHeaderBytes = 16_384;

/**
 * Creates a dispatcher whose connections follow the rules: each address that a host name resolves to is checked, and
 * then the address of the connected socket. An idle connection is closed after a few seconds, and no connection without a
 * request keeps the process running.
 *
 * @throws DefinitionError if the package undici is not installed.
 */
export async function createGuardedAgent(settings: AgentSettings): Promise<Agent> {
  const undici = await loadPackage(() => import('undici'), 'toolwright/rest', 'undici@7');
  return new undici.Agent({
    maxHeaderSize: maxHeaderBytes,
    factory: (origin, options) => {
      const connect = guardConnections(new URL(origin), settings, undici.buildConnector);
      return new undici.Pool(origin, { ...options, connect });
    },
  });
}

function guardConnections(
  url: URL,
  settings: AgentSettings,
  createConnector: typeof buildConnector,
): buildConnector.connector {
  const { rules, connectTimeoutMs, lookup = lookupDns as LookupFunction } = settings;
  const connect = createConnector({ timeout: connectTimeoutMs, lookup: guardLookup(lookup, rules, url) });
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      const denial = findDenial(rules, [socket.remoteAddress ?? ''], url);
      if (denial === undefined) return callback(null, socket);
      socket.destroy();
      return callback(denial, null);
    });
  };
}

function guardLookup(lookup: LookupFunction, rules: OutboundRules, url: URL): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const addresses = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address);
      const denial = error === null ? findDenial(rules, addresses, url) : undefined;
      callback((denial ?? error) as NodeJS.ErrnoException | null, address, family);
    });
  };
}

function findDenial(rules: OutboundRules, addresses: readonly string[], url: URL): Error | undefined {
  try {
    for (const address of addresses) rules.checkAddress(address, url);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
