import type { CallRecord, CallStatus } from './history.js';
import { writeJson } from './json.js';

/** What a user looks for among calls. */
export interface CallFilter {
  readonly text: string;
  readonly status: CallStatus | '';
}

/** The part of the arguments that a filter looks into. */
const searchedLength = 2_000;

/** The texts of arguments: writing large ones anew for each event would take long. */
const inputTexts = new WeakMap<object, string>();

/** Lists the calls that a filter finds, the newest first. */
export function findCalls(calls: Iterable<CallRecord>, { text, status }: CallFilter): readonly CallRecord[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...calls].filter((call) => (status === '' || call.status === status) && matches(call, words));
  return found.reverse();
}

function matches(call: CallRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { toolName, scope, callId, error } = call;
  const text =
    `${toolName} ${scope} ${callId} ${call.status} ${error?.code} ${error?.message} ${inputText(call.input)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function inputText(input: unknown): string {
  if (typeof input !== 'object' || input === null) return String(input).slice(0, searchedLength);
  const known = inputTexts.get(input);
  if (known !== undefined) return known;
  const text = writeJson(input).slice(0, searchedLength);
  inputTexts.set(input, text);
  return text;
}
