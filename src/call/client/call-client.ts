import type { JsonSchema } from '../../base/json/json-schema.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import type { ContentBlock, ContentLiteral } from '../response/content.js';

/** A question that a tool asks the user during a call. */
export interface ClientQuestion {
  /** The text of the question, which is shown to the user. */
  readonly message: string;
  /**
   * The JSON Schema that the answer must match, written by the author or derived from a DTO class or Standard Schema.
   */
  readonly schema: JsonSchema;
  /** The name of the tool that asks. */
  readonly toolName: string;
  /** The name of the question within the call; undefined if the tool does not name its questions. */
  readonly key?: string | undefined;
  /** What is known of the data in the question. Omitted if it is trusted and anyone may read it, and without the option `flow`. */
  readonly flow?: FlowLabel;
}

/** The options of `ctx.ask()`. */
export interface AskOptions {
  /** The text of the question, which is shown to the user. @default a sentence that names the tool */
  readonly message?: string | undefined;
  /**
   * The name of the question, unique within the call. In protocols that name questions, such as MCP from version
   * 2026-07-28, a client that knows the name may send the answer in advance.
   *
   * @default generated for each question
   */
  readonly key?: string | undefined;
}

/** The reply of the user to a question. The data is not validated yet. */
export type ClientReply =
  | { readonly kind: 'accept'; readonly data: unknown }
  /** The user declined to answer. */
  | { readonly kind: 'decline' }
  /** The user dismissed the question without a choice. */
  | { readonly kind: 'cancel' };

/** The answer of the user to a question. Its data matches the schema of the question. */
export type ClientAnswer<T = Readonly<Record<string, unknown>>> =
  | { readonly kind: 'accept'; readonly data: T }
  | Exclude<ClientReply, { readonly kind: 'accept' }>;

/** A page that a tool asks the user to visit during a call, such as to log in at a third party. */
export interface ClientVisit {
  /** The URL of the page: https, or http on the loopback interface. */
  readonly url: string;
  /** The text that says why, which is shown to the user. */
  readonly message: string;
  /** The name of the tool that asks. */
  readonly toolName: string;
  /** The name of the visit within the call; undefined if the tool does not name it. */
  readonly key?: string | undefined;
  /** What is known of the URL and the text. Omitted if they are trusted and anyone may read them, and without the option `flow`. */
  readonly flow?: FlowLabel;
}

/** The options of `ctx.visit()`. */
export interface VisitOptions {
  /** The text that says why, which is shown to the user. @default a sentence that names the tool */
  readonly message?: string | undefined;
  /** The name of the visit, as that of a question: see `AskOptions`. @default generated for each visit */
  readonly key?: string | undefined;
}

/** Whether the user has agreed to open a page. What happens on the page is not known. */
export interface VisitAnswer {
  readonly kind: 'accept' | 'decline' | 'cancel';
}

/** One message of a conversation with the caller's model. */
export interface SampleMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | ContentBlock | ContentLiteral | readonly (ContentBlock | ContentLiteral)[];
}

/** A request to sample the caller's model. */
export interface SampleRequest {
  readonly messages: readonly SampleMessage[];
  readonly systemPrompt?: string | undefined;
  /** The maximum length of the answer, in tokens. @default 1024 */
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  /** The preferred models, and the weights of cost, speed and intelligence, each from 0 to 1. */
  readonly modelPreferences?: Readonly<Record<string, unknown>> | undefined;
}

/** A request to sample the caller's model, as the client receives it. */
export interface ClientSample extends SampleRequest {
  /** What is known of the data in the request. Omitted if it is trusted and anyone may read it, and without the option `flow`. */
  readonly flow?: FlowLabel;
}

/** The answer of the caller's model. */
export interface SampleResult {
  /** The text of the answer. */
  readonly text: string;
  /** The complete content of the answer, as the caller sent it. */
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly model: string;
  readonly stopReason: string | undefined;
}

/** A root in which the caller allows tools to work, such as a directory. */
export interface ClientRoot {
  /** The URI of the root, usually a `file:` URI. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/**
 * The client capabilities that a caller provides to a call: elicitation, sampling and roots. An adapter passes them in
 * the options of the call, and the tool uses them with `ctx.ask()`, `ctx.visit()`, `ctx.sample()` and `ctx.roots()`. Omit the
 * functions of capabilities that the caller does not have.
 *
 * Each function receives the signal of the call. When it aborts, the call no longer waits for the answer.
 */
export interface CallClient {
  /** Asks the user a question. */
  readonly ask?: ((question: ClientQuestion, signal: AbortSignal) => Promise<ClientReply>) | undefined;
  /** Shows the user a page to visit, and resolves when the user has decided whether to open it. */
  readonly visit?: ((visit: ClientVisit, signal: AbortSignal) => Promise<VisitAnswer>) | undefined;
  /** Samples the model. */
  readonly sample?: ((request: ClientSample, signal: AbortSignal) => Promise<SampleResult>) | undefined;
  /** Returns the roots in which tools may work. */
  readonly roots?: ((signal: AbortSignal) => Promise<readonly ClientRoot[]>) | undefined;
}
