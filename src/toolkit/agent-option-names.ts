import type { OptionNames } from '../base/options/check-options.js';
import { callback, strings } from '../base/options/option-rules.js';
import { type CallToolsOptions, callToolsNames } from './call-runner.js';
import { selectionNames } from './selection.js';
import type { ExportFilter } from './tool-filter.js';

// Adapters for agent SDKs share these names. They are here because each adapter is small.

/** The names of the options with which an adapter runs the calls of a model. */
export const agentCallNames = {
  ...callToolsNames,
  onChunk: callback,
} satisfies OptionNames<CallToolsOptions & { readonly onChunk?: unknown }>;

/** The names of the options of an adapter. */
export const agentNames = {
  ...agentCallNames,
  ...selectionNames,
} satisfies OptionNames<CallToolsOptions & ExportFilter & { readonly onChunk?: unknown }>;

/** The names of the options of the functions that select the tools of each step. */
export const followNames: OptionNames<ExportFilter & { readonly otherTools?: readonly string[] }> = {
  ...selectionNames,
  otherTools: strings,
};
