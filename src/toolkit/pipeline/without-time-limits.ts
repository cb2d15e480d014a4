import type { Approver } from '../../call/client/approver.js';
import type { CallClient } from '../../call/client/call-client.js';
import { onAbort } from '../../call/on-abort.js';

/** A function that pauses the time limits of a call until the function that it returns is called. */
export type PauseTimeouts = () => () => void;

/** Returns an approver that pauses the time limits of an agent while it decides on a call of the agent's run. */
export function pauseForApprover(approver: Approver, pause: PauseTimeouts): Approver {
  return (request) => pauseWhile(async () => approver(request), request.signal, pause);
}

/** Returns a client that pauses the time limits of an agent while its user or its model answers. */
export function pauseForClient(client: CallClient, pause: PauseTimeouts): CallClient {
  const { ask, visit, sample, roots } = client;
  return {
    ask: ask && ((question, signal) => pauseWhile(async () => ask.call(client, question, signal), signal, pause)),
    visit: visit && ((page, signal) => pauseWhile(async () => visit.call(client, page, signal), signal, pause)),
    sample:
      sample && ((request, signal) => pauseWhile(async () => sample.call(client, request, signal), signal, pause)),
    roots: roots && ((signal) => roots.call(client, signal)),
  };
}

/** Awaits an answer. The time limits continue when it has arrived, or when `signal` aborts because no call waits for it. */
async function pauseWhile<T>(ask: () => Promise<T>, signal: AbortSignal, pause: PauseTimeouts): Promise<T> {
  const resume = pause();
  const stopListening = onAbort(signal, () => resume());
  try {
    return await ask();
  } finally {
    stopListening();
    resume();
  }
}
