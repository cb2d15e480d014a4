import type { CallConcern } from '../../../call/client/call-concern.js';
import type { FlowExplanation } from '../../../features/flow/explain.js';
import { describeOrigin } from '../../../features/flow/labels/origin.js';
import type { FlowNote } from '../../../toolkit/pipeline/tool-event.js';
import type { DevConcern, DevExplanation, DevFlow } from '../protocol.js';
import type { EventWriter } from './event-writer.js';

// More is not read, and a call may have any number of arguments.
const maxArguments = 200;

/** Writes what an event says of the data of its call. */
export function writeFlow({ flow }: { readonly flow?: FlowNote }, writer: EventWriter): { readonly flow?: DevFlow } {
  if (flow === undefined) return {};
  const { trust, decision } = flow;
  const readers = flow.readers === 'anyone' ? flow.readers : flow.readers.map((one) => writer.writeText(one));
  return { flow: { trust, readers, decision, concerns: writeConcerns(flow.concerns, writer) } };
}

/** Writes what is against a call. */
export function writeConcerns(concerns: readonly CallConcern[], writer: EventWriter): readonly DevConcern[] {
  return concerns.map(({ kind, argument, origin, callId, text }) => ({
    kind,
    ...(argument === undefined ? {} : { argument: writer.writeText(argument) }),
    origin: writer.writeText(origin),
    ...(callId === undefined ? {} : { callId: writer.writeText(callId) }),
    ...(text === undefined ? {} : { text: writer.writeText(text) }),
  }));
}

/** Writes where the arguments of a call come from. The calls that they come from have explanations of their own. */
export function writeExplanation({ arguments: all }: FlowExplanation): DevExplanation {
  const shown = all.slice(0, maxArguments).map(({ argument, text, trust, origin }) => {
    const callId = origin.from === 'result' && origin.callId !== '' ? { callId: origin.callId } : {};
    return { argument, text, trust, origin: describeOrigin(origin), ...callId };
  });
  return { arguments: shown, omitted: all.length - shown.length };
}
