import { DeniedError, errorFromInfo, infoForModel, type ToolErrorInfo } from '../../base/errors/errors.js';
import { encodeUtf8, hashBytes } from '../../base/runtime/sha256.js';
import {
  createRefusal,
  type PendingApproval,
  type SignedApproval,
  type SignedProgram,
} from '../../call/client/pending-approval.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import type { SealedApprovals } from '../../toolkit/approval-part.js';
import { runCodeName } from './code-kind.js';
import type { ProgramAnswer } from './program-answer.js';
import type { CodeUsage } from './program-budget.js';
import { valueForProgram } from './program-value.js';
import type { SandboxAnswer, SandboxLog } from './sandbox-engine.js';
import type { SnapshotStore } from './snapshot-store.js';

/** A program that waits for approvals, as it is stored. */
export interface PausedProgram {
  /** The call that runs the program. */
  readonly callId: string;
  readonly code: string;
  readonly usage: CodeUsage;
  readonly logs: readonly SandboxLog[];
  /** The fingerprints of the tools that it may call, by their names in programs. */
  readonly tools: Readonly<Record<string, string>>;
  /** The calls that it waits for. */
  readonly waiting: readonly { readonly id: number; readonly signed: SignedApproval }[];
  /** What the model had seen, in a toolkit with the option `flow`. */
  readonly flow?: FlowLabel | undefined;
  readonly snapshot: Uint8Array;
}

/** A paused program with the approvals that it waits for. */
export interface StoredProgram extends PausedProgram {
  readonly id: string;
  readonly digest: string;
}

/** What the pausing and the continuing of programs need. */
export interface PausedProgramsOptions {
  readonly store: SnapshotStore;
  readonly tokens: SealedApprovals;
}

/** An answer, and the label of what it may contain. */
export interface LabelledAnswer {
  readonly answer: SandboxAnswer;
  readonly flow: FlowLabel | undefined;
}

type StoredAnswer = ({ readonly value: unknown } | { readonly error: ToolErrorInfo }) & {
  readonly flow?: FlowLabel | undefined;
};

const lineBreak = 10;
const answerKind = 'toolwright-program-answer-1';

/** The programs that wait for approvals in a store. */
export class PausedPrograms {
  readonly #store: SnapshotStore;
  readonly #tokens: SealedApprovals;

  constructor({ store, tokens }: PausedProgramsOptions) {
    this.#store = store;
    this.#tokens = tokens;
  }

  /** Stores a program, and returns the approvals that it waits for. Rejects if the store is full. */
  async add(program: PausedProgram): Promise<readonly PendingApproval[]> {
    const { snapshot, ...head } = program;
    const json = encodeUtf8(`${JSON.stringify(head)}\n`);
    const bytes = new Uint8Array(json.length + snapshot.length);
    bytes.set(json);
    bytes.set(snapshot, json.length);
    const id = crypto.randomUUID();
    await this.#store.put(id, bytes, expiryOf(program));
    return this.#approvals({ ...program, id, digest: hashBytes(bytes, 'base64url') }, []);
  }

  /** Reads the program of a token. Throws a DeniedError if it is not there, or not the one that was stored. */
  async read(signed: SignedProgram): Promise<StoredProgram> {
    const { id, digest } = signed;
    const bytes = await this.#store.get(id);
    if (bytes === undefined) {
      throw createRefusal('program', 'the program that waited for it has ended, or is not stored any more');
    }
    if (hashBytes(bytes, 'base64url') !== digest) {
      throw createRefusal('program', 'the stored program is not the one that was paused');
    }
    const end = bytes.indexOf(lineBreak);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Omit<PausedProgram, 'snapshot'>;
    return { ...head, snapshot: bytes.slice(end + 1), id, digest };
  }

  /**
   * Stores the answer of a call, and returns all answers of the program by the IDs of the calls. Answers that are missing
   * are decided later.
   */
  async answer(
    program: StoredProgram,
    { call, result, flow }: Pick<ProgramAnswer, 'call' | 'result' | 'flow'>,
  ): Promise<ReadonlyMap<number, LabelledAnswer>> {
    const { error } = result;
    // Another process may continue the program, whose session has not seen the result.
    const answer: StoredAnswer =
      error === undefined ? { value: valueForProgram(result), flow } : { error: infoForModel(error), flow };
    const json = JSON.stringify({ program: program.id, call, answer });
    await this.#store.put(`${program.id}.${call}`, encodeUtf8(this.#tokens.seal(answerKind, json)), expiryOf(program));
    const answers = await Promise.all(
      program.waiting.map(async ({ id }) => [id, await this.#read(program, id)] as const),
    );
    return new Map(answers.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])));
  }

  /** Claims a program, which can be continued once. Throws a DeniedError if it has been continued. */
  claim(program: StoredProgram): Promise<void> {
    return this.#tokens.claim({ id: program.id, expiresAt: expiryOf(program), toolName: runCodeName });
  }

  /** Removes a program that continues. */
  async remove({ id, waiting }: StoredProgram): Promise<void> {
    await Promise.all([id, ...waiting.map((call) => `${id}.${call.id}`)].map((one) => this.#store.delete(one)));
  }

  /** Returns the approvals of the calls of a program that have no answer. */
  approvalsLeft(program: StoredProgram, answers: ReadonlyMap<number, unknown>): readonly PendingApproval[] {
    return this.#approvals(program, [...answers.keys()]);
  }

  #approvals({ id, digest, callId, waiting }: StoredProgram, answered: readonly number[]): readonly PendingApproval[] {
    const open = waiting.filter((call) => !answered.includes(call.id));
    return open.map((call) => this.#tokens.issueFor(call.signed, { id, digest, callId, call: call.id }));
  }

  async #read({ id }: StoredProgram, call: number): Promise<LabelledAnswer | undefined> {
    const bytes = await this.#store.get(`${id}.${call}`);
    if (bytes === undefined) return undefined;
    const json = this.#tokens.open(answerKind, new TextDecoder().decode(bytes));
    const stored =
      json === undefined ? undefined : (JSON.parse(json) as { program: string; call: number; answer: StoredAnswer });
    if (stored?.program !== id || stored.call !== call) {
      throw new DeniedError('A stored answer of the program was changed.', { details: { reason: 'program' } });
    }
    const { answer } = stored;
    const read = 'error' in answer ? { error: errorFromInfo(answer.error) } : { value: answer.value };
    return { answer: read, flow: answer.flow };
  }
}

function expiryOf({ waiting }: Pick<PausedProgram, 'waiting'>): number {
  return Math.max(...waiting.map(({ signed }) => signed.expiresAt));
}
