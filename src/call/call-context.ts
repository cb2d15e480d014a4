import { freezeDeep } from '../schema/json-schema/freeze-deep.js';
import type { AppAuth } from '../tool/metadata/app-types.js';
import type { SchemaSource } from '../tool/metadata/tool-options.js';
import type { AbortScope } from './abort-scope.js';
import type { CallOptions, LogLevel, ToolCall } from './call-options.js';
import type { CallRequest } from './call-request.js';
import { cleanNotice } from './clean-notice.js';
import type {
  AskOptions,
  ClientAnswer,
  ClientRoot,
  SampleRequest,
  SampleResult,
  VisitAnswer,
  VisitOptions,
} from './client/call-client.js';
import { askClient, type ClientAccess, rootsOfClient, sampleClient, visitPage } from './client-access.js';
import { effectKeyOf } from './effect-key.js';
import { type Host, type HostCall, hostCallKey } from './host-call.js';
import { type LabelledMessage, labelOfMessage } from './labelled-message.js';
import { notify } from './notify.js';
import { collectSecrets } from './redact-secrets.js';
import { toJsonValue } from './response/json-value.js';
import type { ToolState } from './state/tool-state.js';
import { ToolContext } from './tool-context.js';

/** The call that a context belongs to. */
export interface CallInfo {
  readonly call: Readonly<Required<ToolCall>>;
  readonly state: ToolState;
  /** The part of the state that the tool sees. @default the entire state */
  readonly visibleState?: ToolState | undefined;
  readonly options: CallOptions;
  /** The objects whose secrets must not appear in progress and logs. */
  readonly secretsIn: readonly object[];
  /** The names of the arguments whose values come from bindings. Undefined for the middleware of a toolkit. */
  readonly boundNames?: readonly string[] | undefined;
  /** Whether the call has ended. */
  readonly isOver: boolean;
  /** The call of the toolkit or session that runs the tool. Undefined outside of toolkits. */
  readonly host?: Host | undefined;
  /** Calls `listener` on each result that a tool of the call produces after its attempt has ended. */
  onLateResult?(listener: () => void): void;
}

/** The scope of the work that a context belongs to: it cancels the work and limits its time. */
export interface ContextScope {
  readonly scope: Pick<AbortScope, 'signal' | 'isAborted'>;
  /** Pauses the time limits until the returned function is called. */
  pauseTimeouts?(): () => void;
}

/** The ToolContext of one attempt of a tool, or of an entire call for the middleware of a toolkit. */
export class CallContext extends ToolContext {
  readonly #info: CallInfo;
  readonly #owner: ContextScope;
  #meta: Readonly<Record<string, unknown>> | undefined;

  constructor(info: CallInfo, owner: ContextScope) {
    super();
    this.#info = info;
    this.#owner = owner;
  }

  override get signal(): AbortSignal {
    return this.#owner.scope.signal;
  }

  override get state(): ToolState {
    return this.#info.visibleState ?? this.#info.state;
  }

  override get call(): Readonly<Required<ToolCall>> {
    return this.#info.call;
  }

  override get auth(): AppAuth {
    return this.#info.options.auth;
  }

  override get meta(): Readonly<Record<string, unknown>> | undefined {
    const { meta } = this.#info.options;
    if (meta === undefined) return undefined;
    this.#meta ??= freezeDeep(toJsonValue(meta) as Readonly<Record<string, unknown>>);
    return this.#meta;
  }

  override get request(): CallRequest | undefined {
    return this.#info.options.request;
  }

  /**
   * The request object of the framework from which the call comes.
   *
   * @internal
   */
  get hostRequest(): unknown {
    return this.#info.options.hostRequest;
  }

  /**
   * The call, for features. `hostCallOf` reads it.
   *
   * @internal
   */
  get [hostCallKey](): HostCall {
    const { host, options, state, boundNames = [] } = this.#info;
    return {
      options,
      state,
      boundNames,
      part: (key) => host?.part(key),
      pauseTimeouts: () => this.#owner.pauseTimeouts?.() ?? (() => {}),
      onLateResult: (listener) => this.#info.onLateResult?.(listener),
    };
  }

  override get effectKey(): string {
    const { options, call } = this.#info;
    if (options.effectKey !== undefined) return options.effectKey;
    return effectKeyOf({ toolName: call.name, auth: options.auth, callId: call.id, args: call.input });
  }

  override progress(value: number, total?: number, message?: string): void {
    // An attempt that has ended must not report progress.
    if (this.#info.isOver || this.#owner.scope.isAborted) return;
    const { onProgress } = this.#info.options;
    if (onProgress === undefined) return;
    const { id: callId, name: toolName } = this.call;
    const shown = message === undefined ? undefined : cleanNotice(message, this.#secrets());
    notify(onProgress, { callId, toolName, value, total, message: shown, ...this.#label });
  }

  override log(level: LogLevel, message: string, data?: unknown): void {
    const { onLog } = this.#info.options;
    if (onLog === undefined) return;
    const { id: callId, name: toolName } = this.call;
    const secrets = this.#secrets();
    const shown = { message: cleanNotice(message, secrets), data: cleanNotice(data, secrets) };
    notify(onLog, { callId, toolName, level, ...shown, ...this.#label });
  }

  get #label(): LabelledMessage {
    return labelOfMessage(this.#info.state);
  }

  #secrets(): readonly string[] {
    return collectSecrets(this.#info.secretsIn);
  }

  override ask<T = Readonly<Record<string, unknown>>>(
    schema: SchemaSource,
    options: AskOptions = {},
  ): Promise<ClientAnswer<T>> {
    return observe(askClient(this.#clientAccess(), schema, options));
  }

  override visit(url: string | URL, options: VisitOptions = {}): Promise<VisitAnswer> {
    return observe(visitPage(this.#clientAccess(), url, options));
  }

  override sample(request: SampleRequest | string): Promise<SampleResult> {
    return observe(sampleClient(this.#clientAccess(), request));
  }

  override roots(): Promise<readonly ClientRoot[]> {
    return observe(rootsOfClient(this.#clientAccess()));
  }

  #clientAccess(): ClientAccess {
    const { client } = this.#info.options;
    return {
      client,
      toolName: this.call.name,
      signal: this.signal,
      pauseTimeouts: () => this.#owner.pauseTimeouts?.() ?? (() => {}),
      label: this.#label,
    };
  }
}

/**
 * Handles a rejection that the tool does not await: the end of a call rejects all its questions, and one that the tool
 * has not reached yet would end the process.
 */
function observe<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}
