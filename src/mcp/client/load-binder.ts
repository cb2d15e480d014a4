import { DefinitionError } from '../../errors.js';
import type { ClientBinder } from './remote-link.js';

/** Loads what speaks to servers with an official SDK. @throws DefinitionError if the SDK is not installed. */
export async function loadBinder(): Promise<ClientBinder> {
  try {
    return await import('../v1/client.js');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new DefinitionError("toolwright/mcp needs a package: npm install '@modelcontextprotocol/sdk@1'.", {
      cause: error,
    });
  }
}
