import { DefinitionError } from '../../base/errors/errors.js';
import { SigningKeys } from '../../base/runtime/signing-keys.js';
import { checkPositive } from '../../call/check-limits.js';
import {
  createRefusal,
  type PendingApproval,
  type SignedApproval,
  type SignedProgram,
  toPendingApproval,
} from '../../call/client/pending-approval.js';
import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { canonicalJson } from '../../tool/arguments/canonical-json.js';
import type { SealedApprovals } from '../../toolkit/approval-part.js';

/** A key that signs approvals. A string is UTF-8. */
export type ApprovalKey = string | Uint8Array;

/** The options that control how deferred approvals are signed, and prevented from being used twice. */
export interface ApprovalTokenOptions {
  /**
   * The key that signs deferred approvals: at least 32 secret bytes, the same in each process. Of a list, the first key
   * signs and all keys verify, so that a key can be replaced without refusing the approvals that it has signed.
   *
   * @default calls cannot be deferred
   */
  readonly approvalKey?: ApprovalKey | readonly ApprovalKey[] | undefined;
  /**
   * Returns the caller to whom an approval belongs, such as a user ID, from `options.auth`.
   *
   * @default all of `auth`, which must be plain JSON data, and the same when the call is resumed
   */
  readonly approvalSubject?: ((auth: unknown) => string) | undefined;
  /**
   * Claims an approval permanently: returns true for the first claim of its ID, and false for every later one. Required
   * if several processes resume calls, because a toolkit tracks only its own claims. Also called for approvals of the
   * users of MCP clients, if calls are replayed. The ID may be discarded after `expiresAt`, in milliseconds since 1970.
   */
  readonly claimApproval?: ((id: string, expiresAt: number) => boolean | Promise<boolean>) | undefined;
}

/** A call to be deferred. */
export interface DeferredCall
  extends Pick<
    SignedApproval,
    'callId' | 'toolName' | 'toolVersion' | 'input' | 'accepted' | 'sessionId' | 'definition' | 'concerns' | 'flow'
  > {
  readonly auth: unknown;
  /** The time during which the call can be approved, in milliseconds. @default 86400000, one day */
  readonly expiresInMs?: number | undefined;
}

/** The origin of a call: its session, if any, and its caller. */
export interface CallOrigin {
  readonly sessionId: string | undefined;
  readonly auth: unknown;
}

const dayMs = 86_400_000;
// The last instant that a Date can represent.
const lastInstant = 8_640_000_000_000_000;
// Identifies the signed content, so that the key can be used for other signatures too.
const prefix = 'toolwright-approval-3';

/** Issues and reads the tokens of deferred calls. Tokens can be issued only with the key. */
export class ApprovalTokens implements SealedApprovals {
  readonly #options: ApprovalTokenOptions;
  readonly #keys: SigningKeys | undefined;
  readonly #expiryByUsedId = new Map<string, number>();

  /** @throws DefinitionError on a key that is not a key or is too short, and on an empty list of keys. */
  constructor(options: ApprovalTokenOptions) {
    this.#options = options;
    const { approvalKey } = options;
    this.#keys = approvalKey === undefined ? undefined : new SigningKeys(approvalKey, 'approvalKey');
  }

  get hasKey(): boolean {
    return this.#keys !== undefined;
  }

  /**
   * Issues the token of a deferred call.
   *
   * @throws DefinitionError without a key, and if the caller cannot be identified.
   */
  issue({ auth, expiresInMs = dayMs, ...call }: DeferredCall): PendingApproval {
    checkPositive(expiresInMs, 'expiresInMs');
    const expiresAt = Math.min(Date.now() + expiresInMs, lastInstant);
    const subject = this.#requireKeys().sign(this.#subjectOf(auth));
    const signed: SignedApproval = { ...call, id: crypto.randomUUID(), expiresAt, subject };
    return toPendingApproval(this.#requireKeys().seal(prefix, String(canonicalJson(signed))), signed);
  }

  /** Issues the token of a deferred call again, for the program that waits for it. */
  issueFor(signed: SignedApproval, program: SignedProgram): PendingApproval {
    return toPendingApproval(this.#requireKeys().seal(prefix, String(canonicalJson({ ...signed, program }))), signed);
  }

  /** Returns a token with JSON text that a store keeps. */
  seal(kind: string, json: string): string {
    return this.#requireKeys().seal(kind, json);
  }

  /** Returns the JSON text of a token from a store. Returns undefined if the token is not genuine. */
  open(kind: string, token: string): string | undefined {
    return this.#requireKeys().open(kind, token);
  }

  /** Returns the content of a token. Throws a DeniedError if the token is not genuine or has expired. */
  read(token: unknown): SignedApproval {
    const json = this.#requireKeys().open(prefix, token);
    if (json === undefined) throw createRefusal('signature', 'it was changed, or signed with another key');
    const signed = freezeDeep(JSON.parse(json) as SignedApproval);
    if (signed.expiresAt <= Date.now()) {
      throw createRefusal('expired', `it expired on ${new Date(signed.expiresAt).toISOString()}`, signed);
    }
    return signed;
  }

  /** Throws a DeniedError if an approval belongs to another session or another caller. */
  checkOrigin(signed: SignedApproval, { sessionId, auth }: CallOrigin): void {
    if (!this.#requireKeys().isSigned(this.#subjectOf(auth), signed.subject)) {
      throw createRefusal(
        'subject',
        'it belongs to another caller: auth differs from that of the deferred call',
        signed,
      );
    }
    if (signed.sessionId !== sessionId) throw createRefusal('session', describeOrigin(signed), signed);
  }

  /** The function of the toolkit that identifies callers. Undefined if they are identified by their JSON. */
  get approvalSubject(): ApprovalTokenOptions['approvalSubject'] {
    return this.#options.approvalSubject;
  }

  /** Throws a DeniedError if this process knows that an approval has been used. */
  checkUnused(signed: Pick<SignedApproval, 'id' | 'toolName'>): void {
    if (this.#expiryByUsedId.has(signed.id)) throw createRefusal('used', 'it has been used', signed);
  }

  /** Claims an approval, which can be used once. Throws a DeniedError if it has been used. */
  async claim(signed: Pick<SignedApproval, 'id' | 'expiresAt' | 'toolName'>): Promise<void> {
    const { id, expiresAt } = signed;
    const now = Date.now();
    for (const [used, expiry] of this.#expiryByUsedId) if (expiry <= now) this.#expiryByUsedId.delete(used);
    this.checkUnused(signed);
    // Before anything is awaited, so that only one of two concurrent claims succeeds.
    this.#expiryByUsedId.set(id, expiresAt);
    const { claimApproval } = this.#options;
    if (claimApproval === undefined) return;
    try {
      if ((await claimApproval(id, expiresAt)) === true) return;
    } catch (cause) {
      this.#expiryByUsedId.delete(id);
      throw createRefusal('claim', 'claimApproval failed', { ...signed, cause });
    }
    throw createRefusal('used', 'it has been used', signed);
  }

  #subjectOf(auth: unknown): string {
    const { approvalSubject } = this.#options;
    const subject = approvalSubject === undefined ? canonicalJson(auth ?? null) : approvalSubject(auth);
    if (typeof subject === 'string') return `subject.${subject}`;
    throw new DefinitionError(
      'The caller of a deferred call cannot be identified: auth is not plain JSON data. Set the toolkit option ' +
        'approvalSubject: (auth) => the ID of the caller.',
    );
  }

  #requireKeys(): SigningKeys {
    if (this.#keys !== undefined) return this.#keys;
    throw new DefinitionError('A call can be deferred and resumed only by a toolkit with the option approvalKey.');
  }
}

/** Throws a DeniedError if the definition of a tool differs from the one that was deferred. */
export function checkDefinition(signed: SignedApproval, definition: string): void {
  if (signed.definition === definition) return;
  throw createRefusal('definition', 'the definition of the tool has changed since the call was deferred', signed);
}

function describeOrigin({ sessionId }: SignedApproval): string {
  return sessionId === undefined
    ? 'the call was made without a session, so a toolkit must resume it'
    : 'it belongs to another session: resume it through a session with the ID of the deferred call';
}
