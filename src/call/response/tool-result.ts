import { markForeign, ToolError, type ToolErrorInfo, ToolExecutionError } from '../../base/errors/errors.js';
import { messageForReaders } from '../../base/text/path-text.js';
import { brandClass, brands, hasBrand } from '../../base/values/brand.js';
import { type ContentBlock, contentText, text } from './content.js';
import { toJsonValue } from './json-value.js';
import { renderValue } from './rendered.js';
import { type ToolMessage, type ToolMessages, toPlainMessage, toToolMessage } from './tool-message.js';

/** The fields of a ToolResult. */
export interface ToolResultFields<T> {
  readonly data?: T | undefined;
  readonly error?: ToolError | undefined;
  /** The content, or an object with a `content` property that is read when the content is first needed. */
  readonly content: readonly ContentBlock[] | { readonly content: readonly ContentBlock[] };
  readonly structuredContent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly toolName?: string;
  /** Whether the call waits outside the process for its result. */
  readonly isPending?: boolean | undefined;
  readonly callId?: string;
  readonly durationMs?: number;
  readonly attempts?: number;
}

/** The result of a call. A tool that fails also produces a result and does not throw. */
export class ToolResult<T = unknown> {
  readonly success: boolean;
  /** The value that the tool returned, not copied, or the output of its Standard Schema; undefined if it failed. */
  declare readonly data?: T;
  declare readonly error?: ToolError;
  /** The JSON form of the data, if the data is not only text. */
  declare readonly structuredContent?: unknown;
  declare readonly metadata?: Readonly<Record<string, unknown>>;
  /** The `_meta` of the result for an MCP client, or that an MCP server sent. */
  declare readonly meta?: Readonly<Record<string, unknown>>;
  /** The name of the tool. Empty until the pipeline of the call sets it. */
  readonly toolName: string;
  /** The ID of the call. Empty until the pipeline of the call sets it. */
  readonly callId: string;
  /** The duration of the call in milliseconds, including retries and waits. */
  readonly durationMs: number;
  /** The number of times that the tool was run. 0 if its arguments were invalid. */
  readonly attempts: number;
  readonly isInterrupted: boolean;
  #content: ToolResultFields<T>['content'];

  constructor(fields: ToolResultFields<T>) {
    this.success = fields.error === undefined && fields.isPending !== true;
    if (fields.error !== undefined) this.error = fields.error;
    else if (fields.data !== undefined) this.data = fields.data;
    this.#content = fields.content;
    if (fields.structuredContent !== undefined) this.structuredContent = fields.structuredContent;
    if (fields.metadata !== undefined) this.metadata = fields.metadata;
    if (fields.meta !== undefined) this.meta = fields.meta;
    this.toolName = fields.toolName ?? '';
    this.callId = fields.callId ?? '';
    this.durationMs = fields.durationMs ?? 0;
    this.attempts = fields.attempts ?? 0;
    this.isInterrupted = fields.error?.code === 'interrupted';
  }

  /** Creates a successful result that a tool can return. */
  static ok<T>(data: T): ToolResult<T> {
    const { content, structuredContent } = renderValue(data);
    return new ToolResult<T>({ data, content, structuredContent });
  }

  /** Creates a failed result that a tool can return instead of throwing. */
  static fail(error: string | Error): ToolResult<never> {
    const failure = ToolError.is(error) ? error : executionError(error);
    return new ToolResult<never>({ error: failure, content: [text(failure.toText())] });
  }

  /** Checks whether `value` is a ToolResult, including one created by another copy of this package. */
  static is(value: unknown): value is ToolResult {
    return hasBrand(value, brands.result);
  }

  /** The content for the model: the data as text and media, or the streamed content followed by the error message. */
  get content(): readonly ContentBlock[] {
    const held = this.#content;
    if (isContent(held)) return held;
    const { content } = held;
    this.#content = content;
    return content;
  }

  /** Returns the content for the model as one string. */
  toText(): string {
    return contentText(this.content);
  }

  /**
   * Creates the message that returns the result to a model, in the form of a provider's API, or a `ToolMessage` without
   * a provider. Images and PDF files are included where the API accepts them in the result of a tool, and replaced by a
   * short text where it does not. Content whose `audience` does not include the assistant is omitted.
   *
   * @example
   * ```ts
   * messages.push(result.toMessage('openai'));
   * ```
   * @throws DefinitionError if the provider is unknown.
   */
  toMessage(): ToolMessage;
  toMessage<Provider extends keyof ToolMessages>(provider: Provider): ToolMessages[Provider];
  toMessage(provider?: keyof ToolMessages): unknown {
    return provider === undefined ? toPlainMessage(this) : toToolMessage(this, provider);
  }

  /** Returns the result as plain data. The error has no stack and no cause. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { error, data, success, ...rest } = this;
    const info: ToolErrorInfo | undefined = error?.toJSON();
    return {
      success,
      content: this.content,
      ...rest,
      ...(data === undefined ? {} : { data: toJsonValue(data) }),
      ...(info === undefined ? {} : { error: info }),
    };
  }
}
brandClass(ToolResult, brands.result);

function isContent(held: ToolResultFields<unknown>['content']): held is readonly ContentBlock[] {
  return Array.isArray(held);
}

function executionError(error: string | Error): ToolExecutionError {
  if (typeof error === 'string') return new ToolExecutionError(error);
  return markForeign(new ToolExecutionError(messageForReaders(error), { cause: error }));
}
