import type { ToolResult } from '../../response/tool-result.js';
import type { ApprovalTokens, SignedProgram } from '../approval/approval-token.js';
import type { ToolEntry } from '../tool-entry.js';
import type { CodeTool } from './code-names.js';
import type { StoredProgram } from './paused-program.js';

/** A decision on a call for which a program waits. */
export interface ProgramAnswer {
  /** The ID of the call in the program. */
  readonly call: number;
  readonly result: ToolResult;
  readonly tokens: ApprovalTokens;
}

/** What comes after a decision: the entry that continues the program, or the result of one that still waits. */
export type NextStep = { readonly entry: ToolEntry } | { readonly ended: ToolResult };

/** The programs of code mode that wait for approvals. */
export interface WaitingPrograms {
  /**
   * Reads the program that waits for a deferred call. Rejects with a DeniedError if it is not stored, or if a tool that it
   * may call has changed or has been removed.
   */
  read(signed: SignedProgram, tokens: ApprovalTokens, tools: readonly CodeTool[]): Promise<StoredProgram>;
  /** Adds the result of a deferred call to the program that waits for it. */
  answer(program: StoredProgram, answer: ProgramAnswer): Promise<NextStep>;
}
