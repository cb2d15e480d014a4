import { emitWarning } from '../../../base/errors/emit-warning.js';
import { SigningKeys } from '../../../base/runtime/signing-keys.js';
import { DefinitionError, ToolError, type ToolScope, type ToolSpec } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { registeredSpecsOf } from '../../../toolkit/registered-specs.js';
import { errorMeta } from '../protocol/error-meta.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { canReplay, claimApproval } from './can-replay.js';
import { type Answer, answersIn, type RoundTrip, type RoundTripEnd } from './multi-round-trip-call.js';
import { ReplayedCall, type ReplayedInput } from './replayed-call.js';
import { type OpenedState, openState, type RoundOwner, type RoundState, sealState } from './round-state.js';
import type { McpServeOptions, McpToolOptions } from './serve-options.js';

/** One request of a call that is run again for each round of answers. */
export interface ReplayedTrip extends Omit<RoundTrip, 'callId' | 'client'> {
  /** The tool of the call. */
  readonly spec: ToolSpec;
  /** The signed state that the client sent. Undefined for the first request. */
  readonly requestState: unknown;
}

/**
 * The calls whose rounds any process can answer: the method runs again from its beginning with the answers so far, which
 * the client sends back in a signed state. No call waits in this process.
 */
export class ReplayedRounds {
  readonly #keys: SigningKeys;

  constructor(keys: SigningKeys) {
    this.#keys = keys;
  }

  /** Returns the tool of a call that can be run again. Returns undefined for any other call, which must wait. */
  toolOf({
    tools: { session },
    callee,
    exchange,
  }: Pick<RoundTrip, 'tools' | 'callee' | 'exchange'>): ToolSpec | undefined {
    const spec = session.get(callee, { auth: exchange.auth });
    return spec !== undefined && isReplayable(session, spec) ? spec : undefined;
  }

  /** Runs a call. Throws an McpProtocolError on a state that is not genuine, has expired or belongs to another call. */
  async handle(trip: ReplayedTrip): Promise<RoundTripEnd | ReplayedInput> {
    const { spec, tools, params, run, exchange, owner: subject } = trip;
    const args = isRecord(params) ? (params.arguments ?? {}) : {};
    const owner: RoundOwner = { spec, args, subject };
    const state = trip.requestState === undefined ? createState() : openState(trip.requestState, owner, this.#keys);
    if (state === undefined) {
      const message = 'Invalid or expired requestState, or that of another call. Call again.';
      throw new McpProtocolError(rpcErrorCodes.invalidParams, message);
    }
    const answers = answersIn(trip);
    await claimApprovals(tools.session, { state, answers, toolName: spec.name });
    const seal = (next: RoundState): string => sealState(next, owner, this.#keys);
    return new ReplayedCall({ run, toolName: spec.name, exchange, state, answers, seal }).run();
  }
}

/**
 * Creates the rounds of a server. Returns undefined if calls wait in this process for the answers of their clients.
 *
 * @param transport - The transport of the server. Undefined for an SDK's server that the application connects.
 * @throws DefinitionError on an invalid key, and without a key that is required.
 */
export function createReplayedRounds(
  { rounds, key }: Pick<McpToolOptions, 'rounds' | 'key'>,
  transport?: McpServeOptions['transport'],
): ReplayedRounds | undefined {
  const keys = key === undefined ? undefined : new SigningKeys(key, 'key');
  const isReplayed = rounds === undefined ? transport === 'http' && keys !== undefined : rounds === 'replayed';
  if (!isReplayed) return undefined;
  if (keys !== undefined) return new ReplayedRounds(keys);
  throw new DefinitionError(
    "rounds: 'replayed' requires a key. Set key to at least 32 random bytes, the same in each process.",
  );
}

/** Emits a process warning that names the tools whose calls wait in this process although rounds are replayed. */
export function reportHeldTools(scope: ToolScope): void {
  const held = registeredSpecsOf(scope).filter((spec) => !isReplayable(scope, spec));
  const names = new Set(held.map(({ name }) => name));
  if (names.size === 0) return;
  const listed = [...names].map((name) => `'${name}'`).join(', ');
  emitWarning(
    `rounds: 'replayed': calls of these tools wait for answers in the process that they began in: ${listed}. They are ` +
      'not idempotent (idempotentHint: false), are agents, or need approval. Route the requests of a client to one process; or, for ' +
      'tools whose approval the user of the client decides on, set the toolkit option claimApproval.',
  );
}

function isReplayable(scope: ToolScope, spec: ToolSpec): boolean {
  return spec.annotations?.idempotentHint !== false && canReplay(scope, spec);
}

function createState(): OpenedState {
  return { callId: crypto.randomUUID(), round: 0, questions: new Map(), expiresAt: 0 };
}

interface AnsweredState {
  readonly state: OpenedState;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly toolName: string;
}

/** Claims the approvals that a run uses, which no other run of the same round may use. */
async function claimApprovals(scope: ToolScope, { state, answers, toolName }: AnsweredState): Promise<void> {
  const { callId, round, expiresAt, questions } = state;
  const isUsed = [...questions].some(([name, { isApproval, answer = answers.get(name) }]) => {
    return isApproval === true && answer !== undefined;
  });
  if (!isUsed) return;
  try {
    await claimApproval(scope, { id: `${callId}-${round}`, expiresAt, toolName });
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    throw new McpProtocolError(rpcErrorCodes.invalidParams, error.toText(), errorMeta(error));
  }
}
