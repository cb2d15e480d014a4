import { DefinitionError } from '../../errors.js';
import type { ClientBinder } from './remote-link.js';

/** Which official SDK speaks to servers: `@modelcontextprotocol/sdk`, or `@modelcontextprotocol/client`. */
export type SdkVersion = 'v1' | 'v2';

const packages: Readonly<Record<SdkVersion, string>> = {
  v1: '@modelcontextprotocol/sdk@1',
  v2: '@modelcontextprotocol/client@2',
};

/**
 * Loads what speaks to servers with an official SDK: the version that is asked for, or else the first that is installed.
 *
 * @throws DefinitionError if it is not installed.
 */
export async function loadBinder(version?: SdkVersion): Promise<ClientBinder> {
  for (const one of version === undefined ? (['v1', 'v2'] as const) : [version]) {
    try {
      return await (one === 'v1' ? import('../sdk-v1/client.js') : import('../sdk-v2/client.js'));
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  throw new DefinitionError(`toolwright/mcp needs a package: npm install '${packages[version ?? 'v1']}'.`);
}

/** Which SDK a client is of that somebody else has made. */
export function versionOf(client: object): SdkVersion {
  return 'getProtocolEra' in client ? 'v2' : 'v1';
}
