import { createMissingPackageError, isMissingPackage } from '../../../base/runtime/load-package.js';
import type { ClientBinder } from './link/remote-link.js';

/** The official SDK of an MCP client: 'v1' is `@modelcontextprotocol/sdk`, 'v2' is `@modelcontextprotocol/client`. */
export type SdkVersion = 'v1' | 'v2';

const packages: Readonly<Record<SdkVersion, string>> = {
  v1: '@modelcontextprotocol/sdk@1',
  v2: '@modelcontextprotocol/client@2',
};

/**
 * Loads the module that connects to servers with an official SDK: the requested version, or the first one that is
 * installed.
 *
 * @throws DefinitionError if the SDK is not installed.
 */
export async function loadBinder(version?: SdkVersion): Promise<ClientBinder> {
  for (const one of version === undefined ? (['v1', 'v2'] as const) : [version]) {
    try {
      return await (one === 'v1' ? import('../sdk-v1/client.js') : import('../sdk-v2/client.js'));
    } catch (error) {
      if (!isMissingPackage(error)) throw error;
    }
  }
  throw createMissingPackageError(
    `toolwright/mcp requires an MCP SDK. Run: npm install '${packages[version ?? 'v1']}'.`,
  );
}

/** Returns the SDK that an existing client belongs to. */
export function versionOf(client: object): SdkVersion {
  return 'getProtocolEra' in client ? 'v2' : 'v1';
}
