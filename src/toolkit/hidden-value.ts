import type { StoredFlow } from './call-labels.js';

/** A value of which a program sees only what is open. */
export type HiddenNode =
  | { readonly kind: 'open'; readonly value: unknown }
  | { readonly kind: 'leaf'; readonly value: unknown }
  | { readonly kind: 'list'; readonly items: readonly HiddenNode[]; readonly hasOpenLength: boolean }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, HiddenNode>> }
  | { readonly kind: 'openList'; readonly items: readonly HiddenNode[] }
  | { readonly kind: 'openObject'; readonly members: Readonly<Record<string, HiddenNode>> };

/** A result of which a program sees only what is open. */
export interface HiddenValue {
  /** The handle of the result, such as `@c7`. */
  readonly handle: string;
  readonly root: HiddenNode;
}

/** What a program has been given, and at what of it the program has looked. */
export interface ProgramFlow {
  /** The label of what the program may pass by now. */
  readonly label: StoredFlow;
  /**
   * Returns what the program receives in the place of a value that a call has returned. Undefined for one in which nothing is
   * hidden.
   *
   * @param responseId - The ID of the response.
   * @param receiver.isListening - Whether the program receives the chunks of the call, so that it counts them.
   */
  hide(responseId: string, value: unknown, receiver?: { readonly isListening: boolean }): HiddenValue | undefined;
  /** Returns a text of the program as an argument, so that one that others have written is no handle. */
  writeText(text: string): string;
  /**
   * Notes at which results the program has looked, so that all that it does from now on may follow from them.
   *
   * @param handles - Their handles. `*` is all of them.
   */
  looked(handles: readonly string[]): void;
}
