import { brandClass, brands } from '../brand.js';
import type { SchemaSource } from '../metadata/tool-options.js';
import type { ToolState } from '../state/tool-state.js';
import type { LogLevel, ToolCall } from './call-options.js';
import type { AskOptions, ClientAnswer, ClientRoot, SampleRequest, SampleResult } from './client/call-client.js';

/**
 * What a running tool may use. A method gets it in a parameter of this type, hidden from the model.
 * A class, not an interface, so that the type exists at run time.
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
  /** Fires when the call is cancelled, left by its consumer, or out of time. Each attempt has its own. */
  abstract readonly signal: AbortSignal;
  /** The state that bindings read. What a tool writes goes to the layer nearest to the call. */
  abstract readonly state: ToolState;
  /** The call as it came: id, tool name, raw input. */
  abstract readonly call: Readonly<Required<ToolCall>>;
  /** Who is calling, as the caller said in its options. */
  abstract readonly auth: unknown;

  /** Tells how far the call has come. It goes to `onProgress`, never into the stream. */
  abstract progress(value: number, total?: number, message?: string): void;

  /** Notes something for the operators. It goes to `onLog`, never to the model. */
  abstract log(level: LogLevel, message: string, data?: unknown): void;

  /**
   * Asks the user who called, and waits. The answer's data fits the schema: an object of texts, numbers and yes-or-nos
   * is what every client can show. The time that the user takes does not count for the tool's limits.
   *
   * @throws ToolExecutionError if the caller's user cannot be asked; ValidationError on an answer that does not fit.
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
   * Lets the caller's model say something. A text stands for one message of the user.
   *
   * @throws ToolExecutionError if the caller lends no model.
   */
  abstract sample(request: SampleRequest | string): Promise<SampleResult>;

  /**
   * The places that the caller lets tools work in.
   *
   * @throws ToolExecutionError if the caller names none.
   */
  abstract roots(): Promise<readonly ClientRoot[]>;
}
brandClass(ToolContext, brands.context);
