import type { SigningKeys } from '../../../base/runtime/signing-keys.js';
import type { ToolSpec } from '../../../index.js';
import { digestOf } from '../../../tool/arguments/canonical-json.js';
import { definitionFingerprint } from '../../../tool/arguments/definition-fingerprint.js';
import type { Answer } from './multi-round-trip-call.js';
import { ReplayError } from './replay-error.js';

/** A question that a run of a call has asked. */
export interface RecordedQuestion {
  /** The digest of the question. Undefined for a question that the tool has named, which may change its words. */
  readonly digest?: string | undefined;
  /** Whether the answer approves the call. */
  readonly isApproval?: true | undefined;
  /** The answer. Undefined while the client has not answered. */
  readonly answer?: Answer | undefined;
}

/** The state of a call between two rounds. */
export interface RoundState {
  readonly callId: string;
  /** The number of rounds so far. */
  readonly round: number;
  /** The questions of the call so far, by name. */
  readonly questions: ReadonlyMap<string, RecordedQuestion>;
}

/** The call that a state belongs to. */
export interface RoundOwner {
  readonly spec: ToolSpec;
  readonly args: unknown;
  /** The subject of the client. Undefined without authorization. */
  readonly subject?: string | undefined;
}

/** The content of a signed state: what the client has sent itself, names of questions, digests and times. */
interface SignedState {
  readonly callId: string;
  readonly round: number;
  readonly call: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly questions: readonly (readonly [string, RecordedQuestion])[];
}

// Identifies the signed content, so that the key can be used for other signatures too.
const prefix = 'toolwright-round-1';
// How long a client may take to answer, in milliseconds: a person may have to answer.
const answerMs = 600_000;
// In characters of the signed text.
const maxLength = 65_536;
const maxRounds = 32;

/**
 * Returns the signed text of a state.
 *
 * @throws ReplayError if the state is too large, or the call has had too many rounds.
 */
export function sealState({ callId, round, questions }: RoundState, owner: RoundOwner, keys: SigningKeys): string {
  const { name } = owner.spec;
  const call = digestOfCall(callId, owner);
  if (call === undefined) throw new ReplayError(name, 'too large', 'cannot ask: its arguments are nested too deeply.');
  if (round > maxRounds)
    throw new ReplayError(name, 'too many rounds', `asked its client in more than ${maxRounds} rounds.`);
  const issuedAt = Date.now();
  const signed: SignedState = {
    callId,
    round,
    call,
    issuedAt,
    expiresAt: issuedAt + answerMs,
    questions: [...questions],
  };
  const text = keys.seal(prefix, JSON.stringify(signed));
  if (text.length <= maxLength) return text;
  throw new ReplayError(
    name,
    'too large',
    `cannot continue: the answers of its client so far exceed ${maxLength} characters of signed text.`,
  );
}

/** A state that was verified. */
export interface OpenedState extends RoundState {
  /** The time until which the state is valid, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Returns the state in a signed text. Returns undefined if it is not genuine, has expired or belongs to another call. */
export function openState(text: unknown, owner: RoundOwner, keys: SigningKeys): OpenedState | undefined {
  if (typeof text !== 'string' || text.length > maxLength) return undefined;
  const json = keys.open(prefix, text);
  if (json === undefined) return undefined;
  const { callId, round, call, expiresAt, questions } = JSON.parse(json) as SignedState;
  if (expiresAt <= Date.now() || call !== digestOfCall(callId, owner)) return undefined;
  return { callId, round, expiresAt, questions: new Map(questions) };
}

/** Returns the digest of a call, its tool, arguments and client. Returns undefined for arguments that are too deep. */
function digestOfCall(callId: string, { spec, args, subject }: RoundOwner): string | undefined {
  return digestOf([callId, spec.name, definitionFingerprint(spec), args, subject ?? null], 'base64url');
}
