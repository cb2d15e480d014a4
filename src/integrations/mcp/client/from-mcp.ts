import { RE2JS } from 're2js';
import { DefinitionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { string } from '../../../base/options/option-rules.js';
import { checkDefinitionSize } from '../../../schema/imported/check-definition-size.js';
import { readImportLimits } from '../../../schema/imported/import-limits.js';
import { createInterpretation } from '../../../schema/imported/imported-schemas.js';
import { uniqueNameOf } from '../../../tool/spec/plain-name.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import type { SdkClient } from './endpoint/transport-options.js';
import { toRequestError } from './errors/remote-errors.js';
import { loadBinder, versionOf } from './load-binder.js';
import { nameProblem } from './name-problem.js';
import type { RequestSender } from './remote-executor.js';
import { createRemoteSpec, type RemoteSpecOptions, remoteSpecNames } from './remote-spec.js';

/** The options of `fromMcp`. */
export interface FromMcpOptions extends RemoteSpecOptions {
  /** The name of the spec. @default the server's name of the tool, with characters that models reject replaced */
  readonly name?: string | undefined;
}

const fromMcpNames: OptionNames<FromMcpOptions> = { ...remoteSpecNames, name: string };

/**
 * Creates a spec for one tool that a client of an official SDK has listed. The spec does not close the client.
 *
 * @example
 * ```ts
 * const { tools } = await client.listTools();
 * const specs = tools.map((tool) => fromMcp(tool, client));
 * ```
 * @throws DefinitionError if the name or the schema of the tool cannot be used.
 */
export function fromMcp(tool: RemoteTool, client: SdkClient, options: FromMcpOptions = {}): ToolSpec {
  checkOptionNames(options, fromMcpNames, `fromMcp('${tool.name}')`);
  const sender: RequestSender = {
    request: async (request, { toolName }) => {
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
  const name = options.name ?? uniqueNameOf(tool.name, '');
  const limits = readImportLimits(options.limits, `fromMcp('${tool.name}'): limits`);
  checkDefinitionSize(Object.values(tool), limits);
  const interpretation = createInterpretation(limits, RE2JS);
  return createRemoteSpec(
    tool,
    { local: { name, plainName: undefined }, server: '', sender, limits, interpretation },
    options,
  );
}
