import type { OptionNames } from '../check-options.js';
import type { ToolResponse } from '../response/tool-response.js';
import { selectionNames } from '../toolkit/tool-exports.js';
import type { ExportFilter } from '../toolkit/tool-filter.js';
import { type CallToolsOptions, callToolsNames } from '../toolkit/tool-scope.js';

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

/** The names of the options that control how the calls of a model run. */
export const agentCallNames: OptionNames<AgentCallOptions> = { ...callToolsNames, onChunk: true };

/** The names of the options of an adapter. */
export const agentNames: OptionNames<AgentOptions> = { ...agentCallNames, ...selectionNames };

/** Separates the options that select tools from those of calls. The caller's identity is part of both. */
export function separateOptions(options: AgentOptions): SeparatedOptions {
  const { groups, tags, include, exclude, versions, ...calls } = options;
  return { filter: { auth: calls.auth, groups, tags, include, exclude, versions }, calls };
}
