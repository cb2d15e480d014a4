import type { Approver } from '../execution/client/approver.js';
import type { ToolState } from '../state/tool-state.js';
import { ToolScope } from './tool-scope.js';

/** What a session is made with. */
export interface SessionOptions {
  /** Values that bindings find before those of the toolkit's state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** The groups that are on at first, besides the basic one. @default those of the toolkit at this time */
  readonly groups?: readonly string[] | undefined;
  /** Decides on this conversation's calls that need approval. @default the toolkit's */
  readonly approver?: Approver | undefined;
}

/** One conversation over a toolkit's tools: groups, state and history of its own. Made by `toolkit.session()`. */
export class ToolkitSession extends ToolScope {}
