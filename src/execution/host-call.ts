import type { ToolState } from '../state/tool-state.js';
import type { CallOptions } from './call-options.js';
import type { ToolContext } from './tool-context.js';

/** A part of a toolkit or session, with the name of its key. */
export interface KeyedPart {
  readonly name: string;
  readonly part: unknown;
}

/** A call, toolkit or session that makes parts available to the tools that it runs. */
export interface Host {
  /** @internal */
  hostParts(): readonly KeyedPart[];
}

/**
 * The key of a part that a toolkit or session makes available to the tools that it runs. The key carries the type of the
 * part, which this folder does not know. Its name is the same in all copies of the package.
 */
export class PartKey<Part> {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  of(part: Part): KeyedPart {
    return { name: this.name, part };
  }

  findIn(parts: readonly KeyedPart[]): Part | undefined {
    return parts.find(({ name }) => name === this.name)?.part as Part | undefined;
  }
}

/** The call that a context belongs to, as features see it. */
export interface HostCall {
  readonly options: CallOptions;
  /** The state that the bindings of the tool read. */
  readonly state: ToolState;
  /** The names of the arguments whose values come from bindings. */
  readonly boundNames: readonly string[];
  /** The parts of the call, and of the toolkit or session that runs it. Empty outside of toolkits. */
  parts(): readonly KeyedPart[];
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
    parts: () => [],
    pauseTimeouts: () => () => {},
    onLateResult: () => {},
  };
}
