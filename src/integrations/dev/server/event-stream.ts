import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { formatEvent, keepAliveComment } from '../../../base/network/server-sent-events.js';
import type { EventLog } from './event-log.js';

// In characters. Many small events are sent at once.
const batchSize = 65_536;
// In milliseconds. A proxy does not close a connection on which something is sent.
const heartbeatMs = 15_000;

/**
 * Streams the events of a history as server-sent events. A reader that is slow finds fewer of them: nothing is kept for it
 * but its place in the history.
 *
 * @param since - The number of the last event that the reader has.
 */
export function streamEvents(log: EventLog, since: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isCancelled = false;
  let lastSeq = since;

  const takeBatch = (): string => {
    let batch = '';
    for (const { seq, text } of log.after(lastSeq)) {
      batch += formatEvent({ id: String(seq), data: text });
      lastSeq = seq;
      if (batch.length >= batchSize) break;
    }
    return batch;
  };

  const takeNext = async (): Promise<string> => {
    const batch = takeBatch();
    if (batch !== '' || log.isClosed) return batch;
    return (await settleWithin(log.next(), heartbeatMs)) === LATE ? keepAliveComment : takeBatch();
  };

  return new ReadableStream(
    {
      async pull(controller) {
        const text = await takeNext();
        if (isCancelled) return;
        if (text === '') controller.close();
        else controller.enqueue(encoder.encode(text));
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
}
