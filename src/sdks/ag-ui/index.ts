/**
 * The events of a toolkit or session for user interfaces that speak AG-UI (`@ag-ui/core`, version 1).
 *
 * @module
 */
export type {
  AgUiActivityEvent,
  AgUiContentPart,
  AgUiEvent,
  AgUiEventOf,
  AgUiInterrupt,
  AgUiOutcome,
  AgUiPatch,
  AgUiResultInfo,
  AgUiRunEvent,
  AgUiToolCallEvent,
} from './ag-ui-event.js';
export { type AgUiSseOptions, agUiSse } from './ag-ui-sse.js';
export { type AgentEvent, type AgUiRunOptions, toAgUi } from './to-ag-ui.js';
