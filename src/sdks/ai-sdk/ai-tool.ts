import type { ContentBlock } from '../../call/response/content.js';
import type { InputOf, OutputOf, ToolName } from '../../facade/tool-types.js';

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
 * A tool of the AI SDK, of which `InferUITool` and `InferUITools` of the SDK read the types. Its preliminary results are the
 * output so far.
 *
 * @typeParam Input - The arguments as a model sends them.
 * @typeParam Output - The JSON form of the tool's data.
 */
// biome-ignore lint/suspicious/noExplicitAny: a tool whose types are not known accepts any arguments.
export interface AiTool<Input = any, Output = unknown> {
  title?: string;
  description?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the type of the SDK has a key that only the SDK can name.
  inputSchema: any;
  /** Checks whether a call has to wait for the user's approval. */
  needsApproval(input: Input, options: AiCallOptions): Promise<boolean>;
  /**
   * Runs a call. Yields the output so far after each chunk, and then the final output.
   *
   * @throws ToolExecutionError if the call fails or is denied. Its message is the text for the model.
   */
  execute(input: Input, options: AiCallOptions): AsyncGenerator<Output, void>;
  /** Converts an output to what the model reads. */
  toModelOutput(result: { readonly output: unknown }): AiModelOutput;
}

/**
 * The tools of a toolkit or session, by name: the value of `tools` in `generateText` and `streamText`.
 *
 * @typeParam Tools - The types of the tools of the toolkit or session.
 */
// biome-ignore lint/suspicious/noExplicitAny: as for a Toolkit, whose tools are not known unless its types say so.
export type AiToolSet<Tools = any> = string extends keyof Tools
  ? Record<string, AiTool>
  : { [Name in ToolName<Tools>]: AiTool<InputOf<Tools, Name>, AiOutput<Tools, Name>> };

/** The output of a tool in the SDK: the JSON form of its data, and what a stream has emitted before it. */
export type AiOutput<Tools, Name> = Name extends keyof Tools
  ? Tools[Name] extends { readonly output: infer Output; readonly chunk: infer Chunk }
    ? [Output] extends [Chunk | readonly Chunk[]]
      ? JsonForm<Output>
      : JsonForm<Output | Chunk | Chunk[]>
    : JsonForm<OutputOf<Tools, Name>>
  : unknown;

/** The type of the JSON form of a value. Content that is no text, such as an image, is passed in another form. */
type JsonForm<T> = unknown extends T
  ? T
  : T extends ContentBlock | readonly ContentBlock[]
    ? unknown
    : T extends { toJSON(...args: never[]): infer Json }
      ? JsonForm<Json>
      : T extends object
        ? { [Key in keyof T]: JsonForm<T[Key]> }
        : T;
