import type { OptionNames } from '../base/options/check-options.js';
import { copyJson } from '../schema/values/copy-json.js';
import type { AnthropicCacheControl, ToolCaller } from '../tool/metadata/provider-options.js';
import { toRootObject } from './root-object.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import type { FormatContext, FormatSupport, HostedDefinition } from './tool-format.js';
import { reportWarnings, type WarningOptions } from './warnings.js';

/** The options of the format for Anthropic. */
export interface AnthropicOptions extends WarningOptions {
  /**
   * A cache breakpoint after the tools of a toolkit: on the last one that is not deferred. Ignored in the export of one
   * tool.
   *
   * @default no breakpoint
   */
  readonly cacheControl?: AnthropicCacheControl | undefined;
}

/** A caller of a tool, as Anthropic's Messages API spells it: the model itself, or a version of its code execution. */
export type AnthropicCaller =
  | 'direct'
  | 'code_execution_20250825'
  | 'code_execution_20260120'
  | 'code_execution_20260521';

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: { type: 'object'; properties?: unknown; required?: string[]; [keyword: string]: unknown };
  /** The inputs of the tool's examples. */
  input_examples?: { [name: string]: unknown }[];
  /** Whether the model receives the definition only after a search. */
  defer_loading?: boolean;
  allowed_callers?: AnthropicCaller[];
  cache_control?: { type: 'ephemeral'; ttl?: '5m' | '1h' };
  strict?: boolean;
  eager_input_streaming?: boolean;
}

const propertyNamePattern = /^[a-zA-Z0-9_.-]{1,64}$/;

/** The version of code execution that calls tools if the toolkit has no hosted tool for it. */
const defaultCodeCaller: AnthropicCaller = 'code_execution_20260120';

/** The tool with which Anthropic searches deferred tools by words. */
const searchTool = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const;

/**
 * Exports a tool for Anthropic, with the inputs of its examples. Keywords that the API rejects at the top level are
 * described in words in the description and reported once, to `onWarning` or as a process warning of type
 * `ToolwrightWarning`. A deferred tool has neither examples nor a cache breakpoint, which the API does not combine with
 * its search.
 */
export function toAnthropic(tool: ToolDescriptor, options: AnthropicOptions = {}): AnthropicTool {
  const { name, description, deferLoading = false, allowedCallers } = tool;
  const { schema, warnings } = toRootObject(tool.inputSchema);
  const badNames = Object.keys(schema.properties ?? {}).filter((property) => !propertyNamePattern.test(property));
  const nameWarnings = badNames.map((property) => `property name ${JSON.stringify(property)} is rejected by the API`);
  const all = [...warnings, ...nameWarnings];
  reportWarnings(tool, { summary: 'is not fully supported by Anthropic', warnings: all }, options);
  const { required, ...rest } = schema;
  const examples = tool.examples?.map(({ input }) => ({ ...input })) ?? [];
  const { cache_control, ...further } = tool.providerOptions?.anthropic ?? {};
  return copyJson({
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: { ...rest, ...(required === undefined ? {} : { required: [...required] }) },
    ...(examples.length === 0 || deferLoading ? {} : { input_examples: examples }),
    ...(deferLoading ? { defer_loading: true } : {}),
    ...(allowedCallers === undefined ? {} : { allowed_callers: allowedCallers.map(toCaller) }),
    ...(cache_control === undefined || deferLoading ? {} : { cache_control }),
    ...further,
  } as AnthropicTool);
}

const optionNames = { onWarning: true, cacheControl: true } satisfies OptionNames<AnthropicOptions>;
toAnthropic.options = optionNames;

const support: FormatSupport = { deferLoading: true, allowedCallers: true };
toAnthropic.supports = support;

/**
 * Appends the tools that Anthropic runs to the list, its search tool included if a tool is deferred. Code execution of the
 * version that the list contains may call the tools that code may call.
 */
toAnthropic.list = (
  tools: AnthropicTool[],
  { hosted }: FormatContext,
  { cacheControl }: AnthropicOptions,
): (AnthropicTool | HostedDefinition)[] => {
  const provided = hosted('anthropic');
  const types = provided.map(({ type }) => String(type));
  const isDeferring = tools.some((tool) => tool.defer_loading === true);
  const hasSearch = types.some((type) => type.startsWith('tool_search_tool_'));
  const codeCaller = types.find((type) => type.startsWith('code_execution_')) as AnthropicCaller | undefined;
  const adapted = tools.map((tool) => adaptTool(tool, { hasExamples: !isDeferring && !hasSearch, codeCaller }));
  const listed = [...adapted, ...(isDeferring && !hasSearch ? [{ ...searchTool }] : []), ...provided];
  return cacheControl === undefined ? listed : withCacheControl(listed, cacheControl);
};

function toCaller(caller: ToolCaller): AnthropicCaller {
  return caller === 'code' ? defaultCodeCaller : caller;
}

interface ListFacts {
  readonly hasExamples: boolean;
  readonly codeCaller: AnthropicCaller | undefined;
}

/** Adapts a tool to the other tools of its list. */
function adaptTool(tool: AnthropicTool, { hasExamples, codeCaller }: ListFacts): AnthropicTool {
  if (hasExamples && codeCaller === undefined) return tool;
  const { input_examples, allowed_callers, ...others } = tool;
  const callers = allowed_callers?.map((caller) => (caller === 'direct' ? caller : (codeCaller ?? caller)));
  return {
    ...others,
    ...(input_examples === undefined || !hasExamples ? {} : { input_examples }),
    ...(callers === undefined ? {} : { allowed_callers: callers }),
  };
}

/** Returns a list whose last tool that is not deferred ends with a cache breakpoint. */
function withCacheControl<Tool extends object>(tools: readonly Tool[], cacheControl: AnthropicCacheControl): Tool[] {
  const isLoaded = (tool: Tool): boolean => !('defer_loading' in tool) || tool.defer_loading !== true;
  const last = tools.findLastIndex(isLoaded);
  return tools.map((tool, index) => (index === last ? { ...tool, cache_control: { ...cacheControl } } : tool));
}
