import { brandClass, brands } from '../base/values/brand.js';
import type { AppAuth } from '../tool/metadata/app-types.js';
import type { SchemaSource } from '../tool/metadata/tool-options.js';
import type { LogLevel, ToolCall } from './call-options.js';
import type { CallRequest } from './call-request.js';
import type {
  AskOptions,
  ClientAnswer,
  ClientRoot,
  SampleRequest,
  SampleResult,
  VisitAnswer,
  VisitOptions,
} from './client/call-client.js';
import type { ToolState } from './state/tool-state.js';

/**
 * The context of a running tool: its call, its signal, and access to its caller. A method receives it in a parameter of
 * this type, which is hidden from the model. ToolContext is a class because an interface does not exist at runtime.
 *
 * @example
 * ```ts
 * @Tool()
 * async *watch(query: string, ctx: ToolContext) {
 *   for (const [at, file] of files.entries()) {
 *     ctx.progress(at, files.length, file);
 *     if (ctx.signal.aborted) return;
 *     yield* hits(file, query);
 *   }
 * }
 * ```
 */
export abstract class ToolContext {
  /** The signal that aborts when the call is cancelled, unsubscribed from, or out of time. Each attempt has its own. */
  abstract readonly signal: AbortSignal;
  /** The state that bindings read. A tool writes to the layer nearest to the call. */
  abstract readonly state: ToolState;
  /** The call as it was received: ID, tool name, raw input. */
  abstract readonly call: Readonly<Required<ToolCall>>;
  /** The identity of the caller, from the `auth` option of the call. */
  abstract readonly auth: AppAuth;
  /** The `_meta` of the MCP request that called the tool, frozen. Outside of MCP, it is what the caller and middleware set. */
  abstract readonly meta: Readonly<Record<string, unknown>> | undefined;
  /**
   * The HTTP request that called the tool, without credentials. Undefined outside of HTTP. It is sent by the client:
   * identify a caller by `auth`.
   */
  abstract readonly request: CallRequest | undefined;

  /**
   * The key of the effect of the call: a SHA-256 of the tool, the identity of the caller, the call ID and the arguments.
   * A repeated delivery of the call has the same key. Send it to services that accept an `Idempotency-Key`.
   */
  abstract get effectKey(): string;

  /**
   * Reports the progress of the call to `onProgress`. Progress is never part of the stream. Secrets of the state and
   * absolute paths are removed from the message.
   */
  abstract progress(value: number, total?: number, message?: string): void;

  /**
   * Logs an entry for the operators. It goes to `onLog`, never to the model. Secrets of the state and absolute paths are
   * removed from the message and the data.
   */
  abstract log(level: LogLevel, message: string, data?: unknown): void;

  /**
   * Asks the caller's user a question and waits for the answer. The data of the answer matches the schema. Every client
   * can show a form for an object of strings, numbers and booleans. The time limits of the tool are paused meanwhile.
   *
   *
   * @throws MissingCapabilityError if the caller's user cannot be asked.
   * @throws ValidationError if the answer does not match the schema.
   * @example
   * ```ts
   * const answer = await ctx.ask({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
   * if (answer.kind !== 'accept') return 'Then I cannot look.';
   * ```
   */
  abstract ask<T = Readonly<Record<string, unknown>>>(
    schema: SchemaSource,
    options?: AskOptions,
  ): Promise<ClientAnswer<T>>;

  /**
   * Asks the caller's user to visit a page, such as to log in at a third party or to pay, so that what the user enters there
   * reaches neither the model nor the client. The answer says whether the user has agreed to open the page, not what has happened
   * on it: ask the third party, or your own server that the page reports to. The time limits of the tool are paused meanwhile.
   *
   * @param url - The page: https, or http on the loopback interface. It identifies the user to your server, and contains no
   *   credentials of the user.
   * @throws MissingCapabilityError if the caller's user cannot be shown a page.
   * @throws DefinitionError if the URL is not one of these.
   * @example
   * ```ts
   * const { kind } = await ctx.visit(`https://shop.example/pay/${order.id}`, { message: 'Pay for your order.' });
   * if (kind !== 'accept' || !(await this.shop.isPaid(order.id))) return 'The order is not paid yet.';
   * ```
   */
  abstract visit(url: string | URL, options?: VisitOptions): Promise<VisitAnswer>;

  /**
   * Samples the caller's model. Protocol version 2026-07-28 of MCP deprecates sampling (SEP-2577): call a model of your own in
   * new tools. A string is sent as one message of the user.
   *
   * @throws MissingCapabilityError if the caller does not provide a model.
   */
  abstract sample(request: SampleRequest | string): Promise<SampleResult>;

  /**
   * Returns the roots in which the caller allows tools to work. Protocol version 2026-07-28 of MCP deprecates roots (SEP-2577):
   * use parameters or a configuration in new tools.
   *
   * @throws MissingCapabilityError if the caller does not provide roots.
   */
  abstract roots(): Promise<readonly ClientRoot[]>;
}
brandClass(ToolContext, brands.context);
