import type { ToolResponse } from '../call/response/tool-response.js';
import type { FlowLabel } from '../tool/metadata/flow-options.js';
import type { OpaqueNode } from './opaque-node.js';

/** A result of which a program sees only what is open. */
export interface HiddenValue {
  /** The handle of the result, such as `@c7`. */
  readonly handle: string;
  readonly root: OpaqueNode;
}

/** The response that contains a value. */
export type HiddenResponse = Pick<ToolResponse, 'callId' | 'isLast'>;

/** What a program has been given, and at what of it the program has looked. */
export interface ProgramFlow {
  /** The label of what the program may pass by now. */
  readonly label: FlowLabel;
  /**
   * Returns what the program receives in the place of a value that a call has returned. Undefined for one in which nothing is
   * hidden.
   *
   * @param receiver.isListening - Whether the program receives the chunks of the call, so that it counts them.
   */
  hide(response: HiddenResponse, value: unknown, receiver?: { readonly isListening: boolean }): HiddenValue | undefined;
  /** Returns a text of the program as an argument, so that one that others have written is no handle. */
  writeText(text: string): string;
  /**
   * Notes at which results the program has looked, so that all that it does from now on may follow from them.
   *
   * @param handles - Their handles. `*` is all of them.
   */
  looked(handles: readonly string[]): void;
}
