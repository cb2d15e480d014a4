import type { OptionNames } from '../check-options.js';
import { copyJson } from '../schema/validation/copy-json.js';
import { toRootObject } from './root-object.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import type { FormatContext, HostedDefinition } from './tool-format.js';
import { reportWarnings, type WarningOptions } from './warnings.js';

/** The options of the format for Anthropic. */
export type AnthropicOptions = WarningOptions;

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: { type: 'object'; properties?: unknown; required?: string[]; [keyword: string]: unknown };
  /** The inputs of the tool's examples. */
  input_examples?: { [name: string]: unknown }[];
}

const propertyNamePattern = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Exports a tool for Anthropic, with the inputs of its examples. Keywords that the API rejects at the top level are
 * described in words in the description and reported once, to `onWarning` or as a process warning of type
 * `ToolwrightWarning`.
 */
export function toAnthropic(tool: ToolDescriptor, options: AnthropicOptions = {}): AnthropicTool {
  const { name, description } = tool;
  const { schema, warnings } = toRootObject(tool.inputSchema);
  const badNames = Object.keys(schema.properties ?? {}).filter((property) => !propertyNamePattern.test(property));
  const nameWarnings = badNames.map((property) => `property name ${JSON.stringify(property)} is rejected by the API`);
  const all = [...warnings, ...nameWarnings];
  reportWarnings(tool, { summary: 'is not fully supported by Anthropic', warnings: all }, options);
  const { required, ...rest } = schema;
  const examples = tool.examples?.map(({ input }) => ({ ...input })) ?? [];
  return copyJson({
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: { ...rest, ...(required === undefined ? {} : { required: [...required] }) },
    ...(examples.length === 0 ? {} : { input_examples: examples }),
  });
}

const optionNames: OptionNames<AnthropicOptions> = { onWarning: true };
toAnthropic.options = optionNames;

/** Appends the tools that Anthropic runs to the list. */
toAnthropic.list = (tools: AnthropicTool[], { hosted }: FormatContext): (AnthropicTool | HostedDefinition)[] => [
  ...tools,
  ...hosted('anthropic'),
];
