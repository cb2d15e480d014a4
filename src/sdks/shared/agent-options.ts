import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { agentCallNames, agentNames } from '../../toolkit/agent-option-names.js';
import type { CallToolsOptions } from '../../toolkit/call-runner.js';
import type { ExportFilter } from '../../toolkit/tool-filter.js';

/** The options that control how the calls of a model run. */
export interface AgentCallOptions extends CallToolsOptions {
  /** Called with each chunk of a streaming tool, as it is emitted. */
  readonly onChunk?: ((chunk: ToolResponse) => void) | undefined;
}

/** The options of an adapter: which tools the agent has, and how its calls run. */
export interface AgentOptions extends AgentCallOptions, ExportFilter {}

/** The options of an adapter, by what they control. */
export interface SeparatedOptions {
  readonly filter: ExportFilter;
  readonly calls: AgentCallOptions;
}

/** Throws a DefinitionError on an option that does not exist. */
export function checkAgentCalls(options: AgentCallOptions, where: string): void {
  checkOptionNames(options, agentCallNames satisfies OptionNames<AgentCallOptions>, where);
}

/**
 * Separates the options that select tools from those of calls. The caller's identity is part of both.
 *
 * @throws DefinitionError on an option that does not exist.
 */
export function separateOptions(options: AgentOptions, where: string): SeparatedOptions {
  checkOptionNames(options, agentNames satisfies OptionNames<AgentOptions>, where);
  const { groups, tags, include, exclude, versions, ...calls } = options;
  const { auth, hostRequest } = calls;
  return { filter: { auth, hostRequest, groups, tags, include, exclude, versions }, calls };
}
