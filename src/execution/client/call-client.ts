import type { JsonSchema } from '../../json-schema.js';
import type { ContentBlock } from '../../response/content.js';

/** Something that a tool asks the user in the middle of a call. */
export interface ClientQuestion {
  /** What the user reads. */
  readonly message: string;
  /** What the answer must fit: the author's own JSON Schema, or what a DTO class or a Standard Schema says. */
  readonly schema: JsonSchema;
  /** The tool that asks. */
  readonly toolName: string;
  /** What the tool calls the question; undefined where it does not tell its questions apart. */
  readonly key?: string | undefined;
}

/** How a tool puts a question. */
export interface AskOptions {
  /** What the user reads. @default a sentence that names the tool */
  readonly message?: string | undefined;
  /**
   * A name for the question, of its own within the call. Where a protocol names questions, as MCP does from 2026-07-28 on,
   * a client that knows the name may answer before it is asked. @default made up for each question
   */
  readonly key?: string | undefined;
}

/** What the user did with a question. The data is not checked yet. */
export type ClientReply =
  | { readonly kind: 'accept'; readonly data: unknown }
  /** The user said no. */
  | { readonly kind: 'decline' }
  /** The user went away without saying yes or no. */
  | { readonly kind: 'cancel' };

/** What the user did with a question, with data that fits the question's schema. */
export type ClientAnswer<T = Readonly<Record<string, unknown>>> =
  | { readonly kind: 'accept'; readonly data: T }
  | Exclude<ClientReply, { readonly kind: 'accept' }>;

/** One turn of a conversation with the caller's model. */
export interface SampleMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | ContentBlock | readonly ContentBlock[];
}

/** What the caller's model is asked for. */
export interface SampleRequest {
  readonly messages: readonly SampleMessage[];
  readonly systemPrompt?: string | undefined;
  /** How long the answer may be, in tokens. @default 1024 */
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  /** Which models are liked, and whether cost, speed or intelligence counts, from 0 to 1. */
  readonly modelPreferences?: Readonly<Record<string, unknown>> | undefined;
}

/** What the caller's model said. */
export interface SampleResult {
  /** The text of the answer. */
  readonly text: string;
  /** All of the answer, as the caller sent it. */
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly model: string;
  readonly stopReason: string | undefined;
}

/** A place that the caller lets tools work in. */
export interface ClientRoot {
  /** A `file:` URI, as a rule. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/**
 * What whoever calls lends to a call: its user, its model, its places. An adapter gives it in the call's options, and the
 * tool reaches it by `ctx.ask()`, `ctx.sample()` and `ctx.roots()`. What is left out, the caller cannot do.
 *
 * Each is called with the call's own signal: nobody waits for the answer once it has fired.
 */
export interface CallClient {
  /** Puts a question to the user. */
  readonly ask?: ((question: ClientQuestion, signal: AbortSignal) => Promise<ClientReply>) | undefined;
  /** Has the model answer. */
  readonly sample?: ((request: SampleRequest, signal: AbortSignal) => Promise<SampleResult>) | undefined;
  /** Says where tools may work. */
  readonly roots?: ((signal: AbortSignal) => Promise<readonly ClientRoot[]>) | undefined;
}
