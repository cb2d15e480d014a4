import { toRootObject } from './root-object.js';
import { toStrictSchema } from './strict.js';
import { strictViolations } from './strict-rules.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import { reportWarnings, type WarningOptions } from './warnings.js';

/** How a tool is exported for OpenAI. */
export interface OpenAIOptions extends WarningOptions {
  /** Which API the tool is for: they nest its fields differently. @default 'responses' */
  readonly api?: 'responses' | 'chat' | undefined;
  /**
   * `true` rewrites the parameters for strict mode where that can be done; `false` sends them as they are.
   * @default strict only if the parameters obey the strict rules as they are
   */
  readonly strict?: boolean | undefined;
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
 * Exports a tool for OpenAI. What strict mode cannot carry is said in descriptions and reported once, to `onWarning` or
 * as a process warning of type `ToolwrightWarning`.
 */
export function toOpenAI(tool: ToolDescriptor, options: OpenAIOptions & { readonly api: 'chat' }): OpenAIChatTool;
export function toOpenAI(
  tool: ToolDescriptor,
  options?: OpenAIOptions & { readonly api?: 'responses' | undefined },
): OpenAIResponsesTool;
export function toOpenAI(tool: ToolDescriptor, options?: OpenAIOptions): OpenAIResponsesTool | OpenAIChatTool;
export function toOpenAI(tool: ToolDescriptor, options: OpenAIOptions = {}): OpenAIResponsesTool | OpenAIChatTool {
  const { name, description } = tool;
  const definition = {
    name,
    ...(description === undefined ? {} : { description }),
    ...openAIParameters(tool, options),
  };
  if (options.api === 'chat') return { type: 'function', function: definition };
  return { type: 'function', ...definition };
}

type OpenAIParameters = Pick<OpenAIResponsesTool, 'parameters' | 'strict'>;

function openAIParameters(tool: ToolDescriptor, options: OpenAIOptions): OpenAIParameters {
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
