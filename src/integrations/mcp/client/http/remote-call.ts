import type { CallRequest } from '../../../../call/call-request.js';
import type { ToolContext } from '../../../../call/tool-context.js';
import type { RemoteProgress } from '../../protocol/remote-tool.js';
import { SentSecrets } from './sent-secrets.js';

/** A read-only view of a running call, for functions that decide what a request to the server contains. */
export interface OutgoingCall {
  /** The name of the tool for models. */
  readonly toolName: string;
  /** The server's name of the tool. */
  readonly remoteName: string;
  /** The state of the call. */
  readonly state: OutgoingState;
  /** The identity of the caller, from the `auth` option of the call. */
  readonly auth: unknown;
  /** The `_meta` of the request that caused the call, if any. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The HTTP request that caused the call, without credentials, if any. */
  readonly request: CallRequest | undefined;
  /** The signal that aborts when the attempt is cancelled or out of time. */
  readonly signal: AbortSignal;
}

/** The state of a call, for reading. */
export interface OutgoingState {
  /** Returns the value at a path, or undefined if it does not exist. A secret is revealed. */
  get(path: string): unknown;
  /** Checks whether a value exists at a path. */
  has(path: string): boolean;
}

/** The names of a tool. */
interface ToolNames {
  readonly toolName: string;
  readonly remoteName: string;
}

/** One call of a remote tool: its view, and the secrets that its requests contain. */
export class RemoteCall {
  readonly secrets = new SentSecrets();
  readonly #names: ToolNames;
  readonly #context: ToolContext;
  #view: OutgoingCall | undefined;

  constructor(names: ToolNames, context: ToolContext) {
    this.#names = names;
    this.#context = context;
  }

  /** The name of the tool for models. */
  get toolName(): string {
    return this.#names.toolName;
  }

  /** The view of the call. It is created for the first function that needs it. */
  get view(): OutgoingCall {
    this.#view ??= createOutgoingCall(this.#names, this.#context);
    return this.#view;
  }

  /** Returns progress of the server without the secrets. */
  redactProgress(progress: RemoteProgress): RemoteProgress {
    const { message } = progress;
    return message === undefined ? progress : { ...progress, message: this.secrets.redact(message) };
  }

  /** Returns what a request threw, without the secrets. */
  redactError(thrown: unknown): unknown {
    return this.secrets.redactError(thrown, this.toolName);
  }
}

function createOutgoingCall({ toolName, remoteName }: ToolNames, context: ToolContext): OutgoingCall {
  const { state, auth, meta, request, signal } = context;
  return Object.freeze({
    toolName,
    remoteName,
    state: Object.freeze({ get: (path: string) => state.get(path), has: (path: string) => state.has(path) }),
    auth,
    meta,
    request,
    signal,
  });
}
