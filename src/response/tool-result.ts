import { brandClass, brands, hasBrand } from '../brand.js';
import { ToolError, type ToolErrorInfo, ToolExecutionError } from '../errors.js';
import { messageForReaders } from '../path-text.js';
import { type ContentBlock, contentText, text } from './content.js';
import { toJsonValue } from './json-value.js';
import { renderValue } from './rendered.js';

/** The fields of a ToolResult. */
export interface ToolResultFields<T> {
  readonly data?: T | undefined;
  readonly error?: ToolError | undefined;
  /** The content itself, or what has it: then it is read when it is first asked for. */
  readonly content: readonly ContentBlock[] | { readonly content: readonly ContentBlock[] };
  readonly structuredContent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly toolName?: string;
  /** Whether the call waits outside of the process. */
  readonly isPending?: boolean | undefined;
  readonly callId?: string;
  readonly durationMs?: number;
  readonly attempts?: number;
}

/** The whole outcome of a call. A failing tool gives a result too, and throws nothing. */
export class ToolResult<T = unknown> {
  readonly success: boolean;
  /** The very value that the tool returned; undefined if it failed. */
  declare readonly data?: T;
  declare readonly error?: ToolError;
  /** The JSON form of the data, where the data is more than text. */
  declare readonly structuredContent?: unknown;
  declare readonly metadata?: Readonly<Record<string, unknown>>;
  /** Empty until the call's pipeline fills it. */
  readonly toolName: string;
  readonly callId: string;
  /** From the call's start to its end, retries and waits included, in milliseconds. */
  readonly durationMs: number;
  /** The number of times that the tool was run. 0 if its arguments were refused. */
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
    this.toolName = fields.toolName ?? '';
    this.callId = fields.callId ?? '';
    this.durationMs = fields.durationMs ?? 0;
    this.attempts = fields.attempts ?? 0;
    this.isInterrupted = fields.error?.code === 'interrupted';
  }

  /** A success, for a tool that says so itself. */
  static ok<T>(data: T): ToolResult<T> {
    const { content, structuredContent } = renderValue(data);
    return new ToolResult<T>({ data, content, structuredContent });
  }

  /** A failure, for a tool that says so itself instead of throwing. */
  static fail(error: string | Error): ToolResult<never> {
    const failure = ToolError.is(error) ? error : executionError(error);
    return new ToolResult<never>({ error: failure, content: [text(failure.toText())] });
  }

  /** Whether `value` is a ToolResult, also of another copy of this package. */
  static is(value: unknown): value is ToolResult {
    return hasBrand(value, brands.result);
  }

  /** The content for the model: the data as text and media, or the streamed content followed by the failure. */
  get content(): readonly ContentBlock[] {
    const held = this.#content;
    if (isContent(held)) return held;
    const { content } = held;
    this.#content = content;
    return content;
  }

  /** Gives the content for the model as one string. */
  toText(): string {
    return contentText(this.content);
  }

  /** The result as plain data: the error without stack and cause. */
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
  return new ToolExecutionError(messageForReaders(error), { cause: error });
}
