import type { OptionNames } from '../base/options/check-options.js';
import { selectionNames } from './tool-exports.js';
import type { ExportFilter } from './tool-filter.js';
import { type CallToolsOptions, callToolsNames } from './tool-scope.js';

// Adapters for agent SDKs share these names. They are here because each adapter is small.

/** The names of the options with which an adapter runs the calls of a model. */
export const agentCallNames: OptionNames<CallToolsOptions & { readonly onChunk?: unknown }> = {
  ...callToolsNames,
  onChunk: true,
};

/** The names of the options of an adapter. */
export const agentNames: OptionNames<CallToolsOptions & ExportFilter & { readonly onChunk?: unknown }> = {
  ...agentCallNames,
  ...selectionNames,
};

/** The names of the options of the functions that select the tools of each step. */
export const followNames: OptionNames<ExportFilter & { readonly otherTools?: unknown }> = {
  ...selectionNames,
  otherTools: true,
};
