import type { ToolResponse } from '../../call/response/tool-response.js';

/** The options that the AI SDK passes with each call. */
export interface AiCallOptions {
  readonly toolCallId: string;
  /** The messages of the conversation before the call. Those of an approved call contain the approval. */
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** A part of the content of a tool's result, in the form that the AI SDK sends to its provider. */
export type AiContentPart =
  | { type: 'text'; text: string }
  | { type: 'image-data'; data: string; mediaType: string }
  | { type: 'file-data'; data: string; mediaType: string };

/** The output of a tool, in the form that the AI SDK sends to its provider. */
export type AiModelOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'execution-denied'; reason: string }
  | { type: 'content'; value: AiContentPart[] };

/**
 * A tool of the AI SDK. Its output is a ToolResponse: the accumulated output while the tool runs, and the final response.
 */
export interface AiTool {
  type: 'dynamic';
  title?: string;
  description?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the type of the SDK has a key that only the SDK can name.
  inputSchema: any;
  /** Checks whether a call has to wait for the user's approval. */
  needsApproval(input: unknown, options: AiCallOptions): Promise<boolean>;
  /** Runs a call. Yields the accumulated output after each chunk, and then the final response. */
  execute(input: unknown, options: AiCallOptions): AsyncGenerator<ToolResponse, void>;
  /** Converts an output to what the model reads. */
  toModelOutput(result: { readonly output: unknown }): AiModelOutput;
}

/**
 * The tools of a toolkit or session, by name: the value of `tools` in `generateText` and `streamText`.
 *
 * @typeParam Name - The names of the tools, which `toolChoice` and `activeTools` of the SDK accept.
 */
export type AiToolSet<Name extends string = string> = Record<Name, AiTool>;
