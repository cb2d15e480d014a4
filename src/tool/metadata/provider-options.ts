/** Who may call a tool: the model itself (`direct`), or code that the model writes (`code`). */
export type ToolCaller = 'direct' | 'code';

/** A cache breakpoint of Anthropic's Messages API: the prompt up to and including this place is cached. */
export interface AnthropicCacheControl {
  readonly type: 'ephemeral';
  /** The lifetime of the cached prompt: 5 minutes or one hour. @default '5m' */
  readonly ttl?: '5m' | '1h' | undefined;
}

/** The fields of a tool of Anthropic's Messages API that an author may set. */
export interface AnthropicToolOptions {
  /** The cache breakpoint after the tool. Not exported while the tool is deferred. */
  readonly cache_control?: AnthropicCacheControl | undefined;
  /** Whether the API makes the arguments match the schema. The API refuses schemas with other keywords than it supports. */
  readonly strict?: boolean | undefined;
  /** Whether the API streams arguments as they are generated, before they are complete JSON. */
  readonly eager_input_streaming?: boolean | undefined;
}

/** The fields of a function of OpenAI's APIs that an author may set. */
export interface OpenAIToolOptions {
  /** Whether the tool is exported for strict mode. The export option `strict: false` takes precedence. */
  readonly strict?: boolean | undefined;
  /** The schema of the JSON in the tool's output, for code that calls the tool. Responses API only. */
  readonly output_schema?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the output may follow in a later request. Responses API only. */
  readonly async?: boolean | undefined;
}

/** The fields of a function declaration of Google's Gemini API that an author may set. */
export interface GeminiToolOptions {
  /** Whether the model waits for the result of the tool in the Live API. */
  readonly behavior?: 'BLOCKING' | 'NON_BLOCKING' | undefined;
  /** The JSON Schema of the result. */
  readonly responseJsonSchema?: Readonly<Record<string, unknown>> | undefined;
}

/** Fields of an exported tool by model provider, as the provider spells them. */
export interface ProviderOptions {
  readonly anthropic?: AnthropicToolOptions | undefined;
  readonly openai?: OpenAIToolOptions | undefined;
  readonly gemini?: GeminiToolOptions | undefined;
}
