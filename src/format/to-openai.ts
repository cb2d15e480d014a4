import { toRootObject } from './root-object.js';
import { toStrictSchema } from './strict.js';
import { strictViolations } from './strict-rules.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import type { FormatContext, HostedDefinition } from './tool-format.js';
import { reportWarnings, type WarningOptions } from './warnings.js';

/** Options of the formats for OpenAI. */
export interface OpenAIFormatOptions extends WarningOptions {
  /**
   * `true` rewrites the parameters for strict mode where that can be done; `false` sends them as they are.
   * @default strict only if the parameters obey the strict rules as they are
   */
  readonly strict?: boolean | undefined;
}

/** Options of `toOpenAI()` of a spec or toolkit. */
export interface OpenAIOptions extends OpenAIFormatOptions {
  /** The API that the tools are for: the two nest the fields of a tool differently. @default 'responses' */
  readonly api?: 'responses' | 'chat' | undefined;
}

/** A function tool of OpenAI's Responses API. */
export interface OpenAIResponsesTool {
  type: 'function';
  name: string;
  description?: string;
  parameters: { [keyword: string]: unknown };
  strict: boolean;
}

/** A function tool of OpenAI's Chat Completions API. */
export interface OpenAIChatTool {
  type: 'function';
  function: Omit<OpenAIResponsesTool, 'type'>;
}

/**
 * Exports a tool for OpenAI's Responses API. What strict mode cannot carry is said in descriptions and reported once, to
 * `onWarning` or as a process warning of type `ToolwrightWarning`.
 */
export function toOpenAI(tool: ToolDescriptor, options: OpenAIFormatOptions = {}): OpenAIResponsesTool {
  return { type: 'function', ...openAIFunction(tool, options) };
}

/** Exports a tool for OpenAI's Chat Completions API, with the same parameters as `toOpenAI`. */
export function toOpenAIChat(tool: ToolDescriptor, options: OpenAIFormatOptions = {}): OpenAIChatTool {
  return { type: 'function', function: openAIFunction(tool, options) };
}

/** Lists the tools that OpenAI runs after the others. */
toOpenAI.list = (
  tools: OpenAIResponsesTool[],
  { hosted }: FormatContext,
): (OpenAIResponsesTool | HostedDefinition)[] => [...tools, ...hosted('openai')];

/** Lists the tools that OpenAI runs after the others. */
toOpenAIChat.list = (tools: OpenAIChatTool[], { hosted }: FormatContext): (OpenAIChatTool | HostedDefinition)[] => [
  ...tools,
  ...hosted('openai'),
];

function openAIFunction(tool: ToolDescriptor, options: OpenAIFormatOptions): OpenAIChatTool['function'] {
  const { name, description } = tool;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...openAIParameters(tool, options),
  };
}

type OpenAIParameters = Pick<OpenAIResponsesTool, 'parameters' | 'strict'>;

function openAIParameters(tool: ToolDescriptor, options: OpenAIFormatOptions): OpenAIParameters {
  if (options.strict !== true) {
    const { schema, warnings } = toRootObject(tool.inputSchema);
    reportWarnings(tool, { summary: 'says in words what OpenAI refuses at the top level', warnings }, options);
    return { parameters: { ...schema }, strict: options.strict !== false && strictViolations(schema).length === 0 };
  }
  const { schema, warnings, strict } = toStrictSchema(tool.inputSchema);
  if (strict) {
    reportWarnings(tool, { summary: "says in words what OpenAI's strict mode lacks", warnings }, options);
    return { parameters: { ...schema, required: schema.required ?? [] }, strict };
  }
  const root = toRootObject(schema);
  const all = [...warnings, ...root.warnings];
  reportWarnings(tool, { summary: 'cannot be strict for OpenAI', warnings: all }, options);
  return { parameters: { ...root.schema }, strict };
}
