import type { CallRecord, CallStatus } from './history.js';

/** What a user looks for among calls. */
export interface CallFilter {
  readonly text: string;
  readonly status: CallStatus | '';
}

/** The part of the arguments that a filter looks into. */
const searchedLength = 2_000;

/** Lists the calls that a filter finds, the newest first. */
export function findCalls(calls: Iterable<CallRecord>, { text, status }: CallFilter): readonly CallRecord[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...calls].filter((call) => (status === '' || call.status === status) && matches(call, words));
  return found.reverse();
}

function matches(call: CallRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { toolName, scope, callId, error } = call;
  const input = (JSON.stringify(call.input) ?? '').slice(0, searchedLength);
  const text = `${toolName} ${scope} ${callId} ${call.status} ${error?.code} ${error?.message} ${input}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
