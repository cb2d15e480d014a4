import type { ToolError } from '../../errors.js';
import type { CallIds } from '../../execution/call-ids.js';
import type { CallOptions } from '../../execution/call-options.js';
import type { ToolState } from '../../state/tool-state.js';
import type { ScopeControl } from '../meta/scope-control.js';
import type { Middleware } from '../middleware/middleware.js';
import type { CallEvents } from './call-events.js';
import type { ConcurrencyLimiter } from './concurrency-limiter.js';
import type { FoundTool } from './find-tool.js';
import type { ApprovalGate } from './require-approval.js';

/** What a toolkit or a session provides to the calls that go through it. */
export interface CallEnvironment {
  /** The toolkit or session, for tools that act on it. */
  readonly scope: ScopeControl;
  readonly limiter: ConcurrencyLimiter;
  /** Creates the ids of calls that come without one. */
  readonly ids: CallIds;
  readonly approval: ApprovalGate;
  readonly events: CallEvents;
  /** The middleware around every call. */
  readonly middleware: readonly Middleware[];
  /** Looks up the tool of a name, or the reason why there is none for this caller. */
  find(name: string, auth: unknown): FoundTool | ToolError;
  /** The values that bindings find before those of a tool's own state. */
  stateFor(options: CallOptions): ToolState;
}
