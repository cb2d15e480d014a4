import { DefinitionError } from '../../errors.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import { loadBinder, versionOf } from './load-binder.js';
import { toRequestError } from './remote-errors.js';
import type { RequestSender } from './remote-executor.js';
import { type RemoteSpecOptions, remoteSpec } from './remote-spec.js';
import { nameProblem, ToolNames } from './tool-names.js';
import type { SdkClient } from './transport-options.js';

/** How one tool of a server becomes a spec. */
export interface FromMcpOptions extends RemoteSpecOptions {
  /** @default the server's name for it, made safe for models */
  readonly name?: string | undefined;
}

/**
 * Makes a spec of one tool that a client of an official SDK has listed. The client stays its owner's: whoever connected
 * it closes it.
 *
 * @example
 * ```ts
 * const { tools } = await client.listTools();
 * const specs = tools.map((tool) => fromMcp(tool, client));
 * ```
 * @throws DefinitionError if the tool's name or schema cannot be used.
 */
export function fromMcp(tool: RemoteTool, client: SdkClient, options: FromMcpOptions = {}): ToolSpec {
  const sender: RequestSender = {
    request: async (request, toolName) => {
      const binder = await loadBinder(versionOf(client));
      try {
        return await binder.adopt(client).request(request);
      } catch (error) {
        throw toRequestError(error, { server: tool.name, toolName });
      }
    },
  };
  const problem = nameProblem(tool.name);
  if (problem !== undefined) throw new DefinitionError(`fromMcp: the tool cannot be used: ${problem}.`);
  const name = options.name ?? new ToolNames('').nameOf(tool.name);
  return remoteSpec(tool, { name, server: '', sender }, options);
}
