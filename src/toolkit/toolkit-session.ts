import type { Approver } from '../execution/client/approver.js';
import type { ToolState } from '../state/tool-state.js';
import { ToolScope } from './tool-scope.js';

/** The options of `toolkit.session()`. */
export interface SessionOptions {
  /** The state values of the session. Bindings look here before the toolkit's state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** The initially active groups, in addition to the basic one. @default the toolkit's active groups at this time */
  readonly groups?: readonly string[] | undefined;
  /** The approver that decides on the session's calls that need approval. @default the toolkit's */
  readonly approver?: Approver | undefined;
}

/**
 * A conversation over a toolkit's tools, with its own active groups, state and history. Created by `toolkit.session()`.
 */
export class ToolkitSession extends ToolScope {}
