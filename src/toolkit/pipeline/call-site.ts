import type { ToolError } from '../../errors.js';
import type { CallIds } from '../../execution/call-ids.js';
import type { CallOptions } from '../../execution/call-options.js';
import type { ToolState } from '../../state/tool-state.js';
import type { ClearanceDesk } from '../approval/call-clearance.js';
import type { ScopeControl } from '../meta/scope-control.js';
import type { Middleware } from '../middleware/middleware.js';
import type { ToolEntry } from '../tool-entry.js';
import type { CallGate } from './call-gate.js';
import type { CallJournal } from './call-journal.js';

/** What a toolkit or a session gives to the calls that go through it. */
export interface CallSite {
  /** Whom tools about the toolkit act on. */
  readonly scope: ScopeControl;
  readonly gate: CallGate;
  /** For calls that come without an id. */
  readonly ids: CallIds;
  /** Decides which calls may run. */
  readonly clearance: ClearanceDesk;
  readonly journal: CallJournal;
  readonly middleware: readonly Middleware[];
  /** The tool that answers to a name, or why none does. */
  find(name: string, auth: unknown): ToolEntry | ToolError;
  /** The middleware of a group. */
  groupMiddleware(group: string): readonly Middleware[];
  /** The values that bindings find before those of a tool's own state. */
  stateFor(options: CallOptions): ToolState;
}
