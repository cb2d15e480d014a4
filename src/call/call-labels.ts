import type { FlowLabel } from '../tool/metadata/flow-options.js';

/** Returns a label as plain JSON. */
export function storedLabel(label: FlowLabel): FlowLabel;
export function storedLabel(label: FlowLabel | undefined): FlowLabel | undefined;
export function storedLabel(label: FlowLabel | undefined): FlowLabel | undefined {
  return label && { trust: label.trust, readers: label.readers };
}

/** What is known, where a call comes from, of its arguments and of what the model there writes. Plain JSON. */
export interface CallLabels extends FlowLabel {
  /** What is known of single arguments, by JSON Pointer. What is below one has the same. @default that of the model */
  readonly arguments?: Readonly<Record<string, FlowLabel>> | undefined;
  /** Whether the handles in the arguments are replaced already. @default false */
  readonly isResolved?: boolean | undefined;
}

/**
 * The key in `_meta` of a call, for its labels, and in that of a result, for the label of the result. Others ignore it (MCP
 * specification 2025-11-25, basic, `_meta`).
 */
export const flowMetaKey = 'toolwright/flow';

/** The property of an error with what a server says of it. The error may come from another copy of this package. */
const errorFlowKey = Symbol.for('toolwright.errorFlow@1');

/** Notes what a server says of the error that it has returned. */
export function noteErrorFlow(error: Error, said: unknown): void {
  if (said !== undefined) Object.defineProperty(error, errorFlowKey, { value: said });
}

/** Returns what a server says of an error. Undefined if it says nothing. */
export function flowOfError(error: Error | undefined): unknown {
  return error === undefined ? undefined : Reflect.get(error, errorFlowKey);
}
