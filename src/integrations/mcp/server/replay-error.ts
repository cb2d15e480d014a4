import { ToolExecutionError } from '../../../index.js';

/** The reason why a call could not be run again with the answers of its client. */
export type ReplayFailure = 'not deterministic' | 'too large' | 'too many rounds';

/** The error that occurs when a call with `rounds: 'replayed'` cannot be run again with the answers of its client. */
export class ReplayError extends ToolExecutionError {
  constructor(toolName: string, reason: ReplayFailure, message: string) {
    super(`The tool '${toolName}' ${message}`, { toolName, details: { reason } });
  }

  override get name(): string {
    return 'ReplayError';
  }
}
