import type { LookupAddress } from 'node:dns';
import { ToolError } from '../../../../base/errors/errors.js';
import type { OutboundRules } from '../../../../base/network/outbound-rules.js';
import type { Fetch } from './stream-watch.js';

/** A function that returns the addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The settings of a guarded fetch. */
export interface GuardSettings {
  readonly rules: OutboundRules;
  /** Called when a request is denied. An SDK may ignore the error and try something else. */
  readonly onDenied: (message: string) => void;
  /** The resolver of host names. If undefined, only addresses are checked. @default that of Node */
  readonly resolve?: Resolve | undefined;
}

/**
 * Creates a fetch whose requests follow the rules. It never follows a redirect: the SDKs send another request, which is
 * checked like any other, to a target within the origin only.
 *
 * @param send - The fetch that sends the requests.
 */
export function createGuardedFetch(settings: GuardSettings, send: Fetch): Fetch {
  return async (target, init = {}) => {
    await checkHost(new URL(target), settings);
    return send(target, { ...init, redirect: 'manual' });
  };
}

async function checkHost(url: URL, { rules, onDenied, resolve = findResolver() }: GuardSettings): Promise<void> {
  try {
    rules.checkUrl(url);
    const name = rules.nameToResolve(url);
    const addresses = name === undefined ? [] : ((await resolve?.(name)) ?? []);
    for (const { address } of addresses) rules.checkAddress(address, url);
  } catch (error) {
    if (ToolError.is(error)) onDenied(error.message.replace(/\.$/, ''));
    throw error;
  }
}

/** Returns Node's resolver of host names, or undefined in a runtime without it. */
export function findResolver(): Resolve | undefined {
  const dns = globalThis.process?.getBuiltinModule?.('node:dns');
  return dns && ((hostname) => dns.promises.lookup(hostname, { all: true }));
}
