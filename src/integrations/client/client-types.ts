import type { DeferredToolCall } from './tool-call-error.js';

/** The types of one tool, as `toolwright generate --types` writes them. */
export interface ToolTypes {
  readonly input: unknown;
  readonly output: unknown;
  /** The type of what a stream of the tool emits before its last part. */
  readonly chunk?: unknown;
}

/** The tools of a client whose types are not declared. */
export type UntypedTools = Readonly<Record<string, ToolTypes>>;

/** The options of one call of a client. */
export interface ClientCallOptions {
  /** Cancels the call or the stream, also on the server. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A part of a stream: a chunk, or the end with the output of the tool. */
export type ToolPart<Chunk = unknown, Output = unknown> = PartOf<Chunk, false> | PartOf<Output, true>;

interface PartOf<Data, IsLast extends boolean> {
  readonly isLast: IsLast;
  /** The chunk, or the output of the tool: JSON data, or text. */
  readonly data: Data;
  /** The text of the content. */
  readonly text: string;
  /** The response as the server has sent it. */
  readonly response: Readonly<Record<string, unknown>>;
}

/** The arguments of a method: a tool whose input has no required property needs none. */
export type ClientArguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: ClientCallOptions]
    : [input: Input, options?: ClientCallOptions];

/** The method of a client that calls a tool. */
export interface ClientTool<Types extends ToolTypes = ToolTypes> {
  /**
   * Calls the tool, and resolves to its output.
   *
   * @throws ToolCallError if the call fails.
   */
  (...args: ClientArguments<Types['input']>): Promise<Types['output']>;
  /**
   * Calls the tool, and iterates over the parts of its stream. `break` cancels the call on the server. Each iteration is a
   * call of its own.
   *
   * @throws ToolCallError if the call fails, or the stream ends without its last part.
   */
  stream(...args: ClientArguments<Types['input']>): AsyncIterable<ToolPart<ChunkOf<Types>, Types['output']>>;
}

type ChunkOf<Types> = Types extends { readonly chunk: infer Chunk } ? Chunk : unknown;

/**
 * The tools of a server, each as a method. A tool with the name of a property of all objects, such as `toString`, or with the
 * name `then` or `toJSON`, has none: to await or to print the client calls no tool.
 */
export type ToolClient<Tools extends { readonly [Name in keyof Tools]: ToolTypes } = UntypedTools> = {
  readonly [Name in keyof Tools]: ClientTool<Tools[Name]>;
};

/** A decision on a deferred call. With `'later'`, the call rejects with the code `'denied'`, and someone may decide later. */
export type ClientDecision =
  | 'approve'
  | 'deny'
  | 'later'
  /** Approves the call with other arguments. */
  | { readonly answer: 'approve'; readonly input: Readonly<Record<string, unknown>> };

/** The options of `createClient`. */
export interface ClientOptions {
  /** The URL of the routes, such as `/tools` in a page, or `https://example.com/tools`. */
  readonly url: string;
  /** The headers of each request, or a function that returns them, such as with a token that changes. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
    | undefined;
  /** The function that sends requests. @default the global `fetch` */
  readonly fetch?: ((url: string, init: RequestInit) => Response | Promise<Response>) | undefined;
  /** When cookies are sent. Servers of other origins must allow `'include'`. @default 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /** Decides on a call that the server defers. @default the call rejects with the code `'denied'` */
  readonly onApproval?:
    | ((call: DeferredToolCall, options: ClientCallOptions) => ClientDecision | Promise<ClientDecision>)
    | undefined;
  /** The largest result, and the largest event of a stream, in characters. @default 16777216 */
  readonly maxLength?: number | undefined;
}
