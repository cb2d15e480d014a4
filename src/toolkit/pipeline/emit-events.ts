import type { ChunkSink } from '../../execution/consumers.js';
import type { Outcome } from '../../execution/outcome.js';
import type { CallEventEmitter } from './call-event-emitter.js';
import type { CallHandler, PipelineCall } from './pipeline.js';

/** Emits the events of a call, if they have listeners. `ToolkitCall.cancel` emits the end after an unsubscription. */
export function emitEvents(next: CallHandler): CallHandler {
  return (call, sink) => {
    const { events } = call.root;
    return events === undefined ? next(call, sink) : runWithEvents(next, events, { call, sink });
  };
}

async function runWithEvents(
  next: CallHandler,
  events: CallEventEmitter,
  { call, sink }: { readonly call: PipelineCall; readonly sink: ChunkSink | undefined },
): Promise<Outcome> {
  events.emitStart(call.root.repairedInput);
  const outcome = await next(call, (chunk) => {
    events.emitChunk(chunk);
    return sink?.(chunk);
  });
  // The end of a pending call is emitted when its client has returned a result.
  const isPending = outcome.state === 'pending' && call.root.pendingCall !== undefined;
  if (!isPending) call.root.emitEnd(outcome);
  return outcome;
}
