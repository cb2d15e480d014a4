import type { Readers, Trust } from '../tool/metadata/flow-options.js';

/** What is known of what the model of a session writes. */
export interface StoredFlow {
  readonly trust: Trust;
  readonly readers: Readers;
}

/** Returns a label as plain JSON. */
export function storedLabel(label: StoredFlow): StoredFlow;
export function storedLabel(label: StoredFlow | undefined): StoredFlow | undefined;
export function storedLabel(label: StoredFlow | undefined): StoredFlow | undefined {
  return label && { trust: label.trust, readers: label.readers };
}

/** What is known, where a call comes from, of its arguments and of what the model there writes. Plain JSON. */
export interface CallLabels extends StoredFlow {
  /** What is known of single arguments, by JSON Pointer. What is below one has the same. @default that of the model */
  readonly arguments?: Readonly<Record<string, StoredFlow>> | undefined;
  /** Whether the handles in the arguments are replaced already. @default false */
  readonly isResolved?: boolean | undefined;
}

/**
 * The key in `_meta` of a call, for its labels, and in that of a result, for the label of the result. Others ignore it (MCP
 * specification 2025-11-25, basic, `_meta`).
 */
export const flowMetaKey = 'toolwright/flow';
