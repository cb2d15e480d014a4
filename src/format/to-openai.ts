import type { OptionNames } from '../base/options/check-options.js';
import { copyJson } from '../schema/values/copy-json.js';
import type { ToolCaller } from '../tool/metadata/provider-options.js';
import { checkExpansion } from './check-expansion.js';
import { toRootObject } from './root-object.js';
import { toStrictSchema } from './strict.js';
import { findStrictViolations } from './strict-rules.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import type { FormatContext, FormatSupport, HostedDefinition } from './tool-format.js';
import { reportWarnings, type WarningOptions } from './warnings.js';

/** The options of the formats for OpenAI. */
export interface OpenAIFormatOptions extends WarningOptions {
  /**
   * Whether to use strict mode: `true` converts the parameters for strict mode if possible; `false` sends them
   * unchanged with `strict: false`. A tool with `providerOptions.openai.strict` decides itself, except if this is `false`.
   * @default strict only if the parameters satisfy the strict rules without changes
   */
  readonly strict?: boolean | undefined;
}

/** The options of `toOpenAI()` of a spec or toolkit. */
export interface OpenAIOptions extends OpenAIFormatOptions {
  /** The API for which tools are exported. The two APIs nest the fields of a tool differently. @default 'responses' */
  readonly api?: 'responses' | 'chat' | undefined;
}

/** A function tool of OpenAI's Responses API. */
export interface OpenAIResponsesTool {
  type: 'function';
  name: string;
  description?: string;
  parameters: { [keyword: string]: unknown };
  strict: boolean;
  /** Whether the model receives the parameters only after a search. */
  defer_loading?: boolean;
  allowed_callers?: ('direct' | 'programmatic')[];
  output_schema?: { [keyword: string]: unknown };
  async?: boolean;
}

/** A function tool of OpenAI's Chat Completions API. */
export interface OpenAIChatTool {
  type: 'function';
  function: Pick<OpenAIResponsesTool, 'name' | 'description' | 'parameters' | 'strict'>;
}

/**
 * Exports a tool for OpenAI's Responses API. Keywords that strict mode does not support are described in words in
 * descriptions and reported once, to `onWarning` or as a process warning of type `ToolwrightWarning`.
 */
export function toOpenAI(tool: ToolDescriptor, options: OpenAIFormatOptions = {}): OpenAIResponsesTool {
  const { deferLoading = false, allowedCallers } = tool;
  const { strict: _, ...further } = tool.providerOptions?.openai ?? {};
  return copyJson({
    type: 'function',
    ...toOpenAIFunction(tool, options),
    ...(deferLoading ? { defer_loading: true } : {}),
    ...(allowedCallers === undefined ? {} : { allowed_callers: allowedCallers.map(toCaller) }),
    ...further,
  } as OpenAIResponsesTool);
}

/**
 * Exports a tool for OpenAI's Chat Completions API. Keywords that strict mode does not support are described in words
 * in descriptions and reported once, to `onWarning` or as a process warning of type `ToolwrightWarning`.
 */
export function toOpenAIChat(tool: ToolDescriptor, options: OpenAIFormatOptions = {}): OpenAIChatTool {
  return copyJson({ type: 'function', function: toOpenAIFunction(tool, options) });
}

const optionNames = { strict: true, onWarning: true } satisfies OptionNames<OpenAIFormatOptions>;
toOpenAI.options = optionNames;
toOpenAIChat.options = optionNames;

const support: FormatSupport = { deferLoading: true, allowedCallers: true };
toOpenAI.supports = support;

/** Appends the tools that OpenAI runs to the list, its search tool included if a tool is deferred. */
toOpenAI.list = (
  tools: OpenAIResponsesTool[],
  { hosted }: FormatContext,
): (OpenAIResponsesTool | HostedDefinition)[] => {
  const provided = hosted('openai');
  const isDeferring = tools.some((tool) => tool.defer_loading === true);
  const needsSearch = isDeferring && provided.every(({ type }) => type !== 'tool_search');
  return [...tools, ...(needsSearch ? [{ type: 'tool_search' }] : []), ...provided];
};

/** Appends the tools that OpenAI runs to the list. */
toOpenAIChat.list = (tools: OpenAIChatTool[], { hosted }: FormatContext): (OpenAIChatTool | HostedDefinition)[] => [
  ...tools,
  ...hosted('openai'),
];

function toCaller(caller: ToolCaller): 'direct' | 'programmatic' {
  return caller === 'code' ? 'programmatic' : caller;
}

function toOpenAIFunction(tool: ToolDescriptor, options: OpenAIFormatOptions): OpenAIChatTool['function'] {
  const { name, description } = tool;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...toOpenAIParameters(tool, options),
  };
}

type OpenAIParameters = Pick<OpenAIResponsesTool, 'parameters' | 'strict'>;

function toOpenAIParameters(tool: ToolDescriptor, options: OpenAIFormatOptions): OpenAIParameters {
  const own = tool.providerOptions?.openai?.strict;
  const wanted = options.strict === false ? false : (own ?? options.strict);
  if (wanted !== true) {
    const { schema, warnings } = toRootObject(tool.inputSchema);
    reportWarnings(tool, { summary: 'is not fully supported by OpenAI', warnings }, options);
    return { parameters: { ...schema }, strict: wanted !== false && findStrictViolations(schema).length === 0 };
  }
  checkExpansion(tool);
  const { schema, warnings, strict } = toStrictSchema(tool.inputSchema, { refusesNull: tool.coerce === false });
  if (strict) {
    reportWarnings(tool, { summary: "is not fully supported by OpenAI's strict mode", warnings }, options);
    return { parameters: { ...schema, required: schema.required ?? [] }, strict };
  }
  const root = toRootObject(schema);
  const all = [...warnings, ...root.warnings];
  reportWarnings(tool, { summary: "cannot be exported for OpenAI's strict mode", warnings: all }, options);
  return { parameters: { ...root.schema }, strict };
}
