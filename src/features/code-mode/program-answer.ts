import type { ToolResult } from '../../call/response/tool-result.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import type { SealedApprovals } from '../../toolkit/approval-part.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';

/** A decision on a call for which a program waits. */
export interface ProgramAnswer {
  /** The ID of the call in the program. */
  readonly call: number;
  readonly result: ToolResult;
  /** The label of what the result may contain. Undefined in a toolkit without the option `flow`. */
  readonly flow: FlowLabel | undefined;
  readonly tokens: SealedApprovals;
}

/**
 * What comes after a decision: the entry that continues the program, with the labels of the answers, or the result of one that
 * still waits.
 */
export type NextStep =
  | { readonly entry: ToolEntry; readonly flows: readonly FlowLabel[] }
  | { readonly ended: ToolResult };
