import type { ChunkSink } from '../../call/consumers.js';
import type { Outcome } from '../../call/outcome.js';
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
  // The end of a call that waits is emitted when its result is supplied.
  const isPending = outcome.state === 'pending' && call.root.wait !== undefined;
  if (!isPending) call.root.emitEnd(outcome);
  return outcome;
}
