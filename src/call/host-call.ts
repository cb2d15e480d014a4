import type { CallOptions } from './call-options.js';
import type { ToolState } from './state/tool-state.js';
import type { ToolContext } from './tool-context.js';

/**
 * The key of a part that a call, toolkit or session makes available to features and to the tools that it runs. The key
 * carries the type of the part, which this folder does not know. Its name is the same in all copies of the package.
 */
export class PartKey<Part> {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Returns a part that was stored under the name of this key, with its type. */
  read(part: unknown): Part | undefined {
    return part as Part | undefined;
  }
}

/** A call, toolkit or session that makes parts available to features and to the tools that it runs. */
export interface Host {
  /** Returns the part of a key. Returns undefined if there is none. */
  part<Part>(key: PartKey<Part>): Part | undefined;
}

/** The call that a context belongs to, as features see it. Outside of toolkits it has no parts. */
export interface HostCall extends Host {
  readonly options: CallOptions;
  /** The state that the bindings of the tool read. */
  readonly state: ToolState;
  /** The names of the arguments whose values come from bindings. */
  readonly boundNames: readonly string[];
  /** Pauses the time limits of the call until the returned function is called. */
  pauseTimeouts(): () => void;
  /** Calls `listener` on each result that a tool of the call produces after its attempt has ended. */
  onLateResult(listener: () => void): void;
}

/** The property of a context with its HostCall. A context may come from another copy of this package. */
export const hostCallKey = Symbol.for('toolwright.HostCall@1');

/** Returns the call of a context. A context that an application has made belongs to a call without a toolkit. */
export function hostCallOf(context: ToolContext): HostCall {
  return (context as { readonly [hostCallKey]?: HostCall })[hostCallKey] ?? createDetachedCall(context);
}

function createDetachedCall({ auth, meta, request, state }: ToolContext): HostCall {
  return {
    options: { auth, meta, request },
    state,
    boundNames: [],
    part: () => undefined,
    pauseTimeouts: () => () => {},
    onLateResult: () => {},
  };
}

const hostKey = Symbol.for('toolwright.Host@1');

/** Sets the host of a public object, whose parts are not public. */
export function setHost(owner: object, host: Host): void {
  Object.defineProperty(owner, hostKey, { value: host });
}

/** Returns a part of a toolkit or session, which may come from another copy of this package. */
export function partOfHost<Part>(owner: object, key: PartKey<Part>): Part | undefined {
  return (owner as { readonly [hostKey]?: Host })[hostKey]?.part(key);
}
