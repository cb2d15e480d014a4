import { AsyncLocalStorage } from 'node:async_hooks';
import { DefinitionError } from '../../../base/errors/errors.js';
import { isThenable } from '../../../base/values/thenable.js';
import { LayeredState } from '../../../call/state/layered-state.js';
import { ToolState } from '../../../call/state/tool-state.js';
import { type CallRequest, createCallRequest, type ToolkitCallOptions } from '../../../index.js';
import type { ToolkitModuleSettings } from '../options/module-options.js';

/** The request on whose behalf code runs, and the options of calls that come from it. */
export class RequestScope {
  readonly #requests = new AsyncLocalStorage<object>();
  readonly #settings: Pick<ToolkitModuleSettings, 'auth' | 'state'>;

  constructor(settings: Pick<ToolkitModuleSettings, 'auth' | 'state'>) {
    this.#settings = settings;
  }

  /** The request of the running code. Undefined outside of `run`. */
  get current(): object | undefined {
    return this.#requests.getStore();
  }

  /** Runs a function, and everything that it starts, on behalf of a request. */
  run<T>(request: object, callback: () => T): T {
    return this.#requests.run(request, callback);
  }

  /** Returns the identity of the caller of a request. */
  authOf(request: unknown): unknown {
    const { auth = readUser } = this.#settings;
    return checkSynchronous(auth(request), 'auth');
  }

  /** Returns the state of a request. */
  stateOf(request: unknown): Readonly<Record<string, unknown>> | undefined {
    const { state } = this.#settings;
    return typeof state === 'function' ? checkSynchronous(state(request), 'state') : undefined;
  }

  /** Completes the options of a call with the identity and the state of its request. */
  complete(options: ToolkitCallOptions): ToolkitCallOptions {
    const { hostRequest = this.current } = options;
    if (hostRequest === undefined) return options;
    const fromRequest = this.stateOf(hostRequest);
    return {
      ...options,
      hostRequest,
      request: options.request ?? viewRequest(hostRequest),
      auth: options.auth ?? this.authOf(hostRequest),
      state: fromRequest === undefined ? options.state : layer(options.state, fromRequest),
    };
  }
}

function layer(own: ToolkitCallOptions['state'], fromRequest: Readonly<Record<string, unknown>>): ToolState {
  const base = ToolState.from(fromRequest);
  return own === undefined ? base : LayeredState.of(ToolState.from(own), [base]);
}

/** Returns what tools may see of an HTTP request, or undefined for an object of another kind. */
function viewRequest(request: unknown): CallRequest | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  const { headers, method, url, ip } = request as Readonly<Record<string, unknown>>;
  if (typeof headers !== 'object' || headers === null || typeof method !== 'string' || typeof url !== 'string') {
    return undefined;
  }
  const address = typeof ip === 'string' ? ip : undefined;
  return createCallRequest({ headers: headers as CallRequest['headers'], method, path: url, address });
}

function readUser(request: unknown): unknown {
  return typeof request === 'object' && request !== null ? (request as { readonly user?: unknown }).user : undefined;
}

function checkSynchronous<T>(value: T, option: 'auth' | 'state'): T {
  if (!isThenable(value)) return value;
  // The rejection of a promise has no other receiver.
  Promise.resolve(value).catch(() => undefined);
  throw new DefinitionError(
    `ToolkitModule: ${option} returned a promise. Read what a guard has stored in the request, and return it.`,
  );
}
