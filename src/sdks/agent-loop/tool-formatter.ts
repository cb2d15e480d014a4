import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { flag, string } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ToolCall } from '../../call/call-options.js';
import type { ToolMessages } from '../../call/response/tool-message.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { toAnthropic } from '../../format/to-anthropic.js';
import { toGemini, toGeminiName } from '../../format/to-gemini.js';
import { toOpenAI, toOpenAIChat } from '../../format/to-openai.js';
import type { ToolFormat } from '../../format/tool-format.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { selectionNames } from '../../toolkit/selection.js';
import type { ExportFilter } from '../../toolkit/tool-filter.js';
import { readReply } from './read-reply.js';
import { readToolCalls } from './read-tool-calls.js';

/** The options of a ToolFormatter: the `output_strategy` of an agent's configuration. */
export interface OutputStrategy {
  /** Whether the function calling of the model is used if the client supports it. @default true */
  readonly function_calling?: boolean | undefined;
  /** Whether other models are asked to write calls as JSON. @default true */
  readonly fallback_to_structured_output?: boolean | undefined;
}

/** The form in which a model receives tools and writes calls: the API of a provider, or JSON in a text. */
export type ToolStrategy = keyof ToolMessages | 'structured_output';

/** A client of a model that states whether the model supports function calling. */
export interface ModelClient {
  /** Whether the model supports function calling. */
  supportsFunctionCalling(): boolean | PromiseLike<boolean>;
  /** The API of the client. @default 'openai' */
  readonly provider?: keyof ToolMessages | undefined;
}

/** The tools as a strategy sends them to a model. */
export interface FormattedTools {
  /** The value of `tools` in a request, or of `config.tools` for Gemini. Empty for structured output. */
  readonly tools: readonly unknown[];
  /** The text for the system prompt. Empty for function calling. */
  readonly prompt: string;
}

const optionNames: OptionNames<OutputStrategy> = { function_calling: flag, fallback_to_structured_output: flag };

/**
 * Sends tools to a model and reads its calls with the strategy that the model supports: the function calling of its API,
 * or else a prompt that asks for JSON.
 *
 * @example
 * ```ts
 * const formatter = new ToolFormatter();
 * const strategy = await formatter.detectStrategy(client);
 * const { tools, prompt } = formatter.formatTools(toolkit, strategy);
 * ```
 */
export class ToolFormatter {
  readonly #usesFunctionCalling: boolean;
  readonly #mayFallBack: boolean;

  /** @throws DefinitionError on an unknown option, and if both strategies are disabled. */
  constructor(options: OutputStrategy = {}) {
    checkOptionNames(options, optionNames, 'ToolFormatter');
    const { function_calling = true, fallback_to_structured_output = true } = options;
    this.#usesFunctionCalling = function_calling;
    this.#mayFallBack = fallback_to_structured_output;
    if (function_calling || fallback_to_structured_output) return;
    throw new DefinitionError('ToolFormatter: enable function_calling, fallback_to_structured_output or both.');
  }

  /**
   * Returns the strategy for a client: a ModelClient, or a client of the SDK of OpenAI, Anthropic or Google, which are
   * recognised by structure. OpenAI's client has the strategy `'openai-responses'`.
   *
   * @throws DefinitionError if the client does not support function calling, and the fallback is disabled.
   */
  async detectStrategy(client: unknown): Promise<ToolStrategy> {
    const provider = this.#usesFunctionCalling ? await findProvider(client) : undefined;
    if (provider !== undefined) return provider;
    if (this.#mayFallBack) return 'structured_output';
    throw new DefinitionError(
      `ToolFormatter: the client ${previewValue(client)} does not support function calling. ` +
        'Use another model, or enable fallback_to_structured_output.',
    );
  }

  /** Returns the active tools of a toolkit or session as a strategy sends them to a model. */
  formatTools(toolkit: ToolScope, strategy: ToolStrategy, filter: ExportFilter = {}): FormattedTools {
    checkScope(toolkit, 'formatTools');
    checkOptionNames(filter, selectionNames, 'formatTools');
    if (strategy === 'structured_output') return { tools: [], prompt: createPrompt(toolkit, filter) };
    const format: ToolFormat<unknown, unknown, readonly unknown[]> = formatOf(strategy);
    return { tools: toolkit.to(format, filter), prompt: '' };
  }

  /** Returns a call as the model writes it with a strategy, for examples and for the history of a conversation. */
  format(tool: { readonly name: string }, parameters: object, options: FormatCallOptions = {}): object {
    checkOptionNames(options, formatNames, 'format');
    const { strategy = 'structured_output', id = '' } = options;
    return callWriters[checkStrategy(strategy)]({ id, name: tool.name, parameters });
  }

  /**
   * Reads the calls in the answer of a model: the answer of an API as `readToolCalls` reads it, or text with calls as
   * JSON. A call is `{ name, parameters }`; `arguments` and `input` are accepted too.
   *
   * @throws ValidationError if a text contains a call that cannot be read. Its message may be sent to the model.
   * @throws DefinitionError if the answer is of an unknown structure.
   */
  async readCalls(answer: unknown): Promise<ToolCall[]> {
    return typeof answer === 'string' ? readReply(answer) : readToolCalls(answer);
  }
}

/** The options of `formatter.format`. */
export interface FormatCallOptions {
  /** @default 'structured_output' */
  readonly strategy?: ToolStrategy | undefined;
  /** The ID of the call, for the APIs that have one. @default '' */
  readonly id?: string | undefined;
}

const formatNames: OptionNames<FormatCallOptions> = {
  strategy: true,
  id: string,
};

interface WrittenCall {
  readonly id: string;
  readonly name: string;
  readonly parameters: object;
}

const callWriters: Readonly<Record<ToolStrategy, (call: WrittenCall) => object>> = {
  openai: ({ id, name, parameters }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(parameters) },
  }),
  'openai-responses': ({ id, name, parameters }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: JSON.stringify(parameters),
  }),
  anthropic: ({ id, name, parameters }) => ({ type: 'tool_use', id, name, input: parameters }),
  gemini: ({ id, name, parameters }) => ({
    functionCall: { ...(id === '' ? {} : { id }), name: toGeminiName(name), args: parameters },
  }),
  structured_output: ({ name, parameters }) => ({ name, parameters }),
};

function checkStrategy(strategy: ToolStrategy): ToolStrategy {
  if (Object.hasOwn(callWriters, strategy)) return strategy;
  const names = Object.keys(callWriters).join(', ');
  throw new DefinitionError(`ToolFormatter: ${previewValue(strategy)} is not a strategy. The strategies are ${names}.`);
}

function formatOf(strategy: ToolStrategy): ToolFormat<unknown, unknown, readonly unknown[]> {
  const formats = { openai: toOpenAIChat, 'openai-responses': toOpenAI, anthropic: toAnthropic, gemini: toGemini };
  return formats[checkStrategy(strategy) as keyof typeof formats] as ToolFormat<unknown, unknown, readonly unknown[]>;
}

/** Returns the API of a client. Undefined if its model does not support function calling, or it is unknown. */
async function findProvider(client: unknown): Promise<keyof ToolMessages | undefined> {
  if (typeof client !== 'object' || client === null) return undefined;
  const { supportsFunctionCalling, provider = 'openai' } = client as Partial<ModelClient>;
  if (typeof supportsFunctionCalling === 'function') {
    if ((await supportsFunctionCalling.call(client)) !== true) return undefined;
    checkStrategy(provider);
    return provider;
  }
  if (hasMethod(client, 'responses', 'create')) return 'openai-responses';
  if (hasMethod(client, 'messages', 'create')) return 'anthropic';
  return hasMethod(client, 'models', 'generateContent') ? 'gemini' : undefined;
}

function hasMethod(client: object, member: string, method: string): boolean {
  const owner = (client as Readonly<Record<string, unknown>>)[member];
  return typeof owner === 'object' && owner !== null && typeof (owner as never)[method] === 'function';
}

function createPrompt(toolkit: ToolScope, filter: ExportFilter): string {
  const tools = toolkit.to(({ name, description, inputSchema }) => {
    return JSON.stringify({ name, description, parameters: inputSchema });
  }, filter);
  if (tools.length === 0) return '';
  return [
    'You can call the tools below. To call a tool, reply only with JSON in this form:',
    '{ "name": "the name of the tool", "parameters": { "parameter": "value" } }',
    'To call several tools, reply with an array of such objects. You receive the results in the next message.',
    'If you need no tool, reply with text.',
    'The tools, one per line, with the JSON Schema of their parameters:',
    ...tools,
  ].join('\n');
}
