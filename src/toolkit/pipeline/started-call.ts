import type { CallOptions, ToolCall } from '../../execution/call-options.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { MiddlewareCall } from '../middleware/middleware.js';
import type { ToolEntry } from '../tool-entry.js';
import { CallAbort } from './call-abort.js';
import { CallRecord } from './call-record.js';
import type { CallSite } from './call-site.js';
import { CallTally } from './call-tally.js';
import { ToolkitContext } from './toolkit-context.js';

/** A call that has come in. */
export interface StartedCall {
  readonly site: CallSite;
  readonly call: MiddlewareCall;
  readonly options: CallOptions;
  /** What middleware sees of it, whatever it hands on. */
  readonly context: ToolkitContext;
  readonly abort: CallAbort;
  /** Undefined where nobody hears of the call. */
  readonly record: CallRecord | undefined;
  readonly tally: CallTally;
  /** What was made of malformed arguments. */
  readonly repairedInput: object | undefined;
}

/** A call that has come in, with all that those around it may need. */
export function startCall(site: CallSite, asked: ToolCall, options: CallOptions): StartedCall {
  const id = options.callId ?? asked.id ?? site.ids.next();
  const { name, input } = asked;
  const abort = new CallAbort(options.signal);
  const record = site.journal.isHeard ? new CallRecord(site.journal, { id, name }) : undefined;
  const context = new ToolkitContext({ id, name, input, state: site.stateFor(options), abort, options, record });
  const call: MiddlewareCall = { id, name, input, spec: undefined, context };
  return { site, options, call, context, abort, record, tally: new CallTally(), repairedInput: undefined };
}

/** A call as middleware sees it. Written out, not spread: objects that are spread from others cost microseconds. */
export function toMiddlewareCall(
  { id, name, input }: Readonly<Required<ToolCall>>,
  context: ToolContext,
  spec: ToolSpec | undefined,
): MiddlewareCall {
  return { id, name, input, spec, context };
}

/** A call that has found its tool. */
export interface RunningCall extends StartedCall {
  readonly entry: ToolEntry;
}

/** The same call, changed on its way to the tool that it has found. */
export function toRunning(started: StartedCall, entry: ToolEntry, call: MiddlewareCall): RunningCall {
  const { site, options, context, abort, record, tally, repairedInput } = started;
  return { site, options, context, abort, record, tally, repairedInput, entry, call };
}
