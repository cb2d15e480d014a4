import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { DefinitionError, DeniedError } from '../../errors.js';
import { checkPositive } from '../../execution/check-limits.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { canonicalJson } from '../canonical-json.js';

/** A deferred call that waits for approval, as plain JSON. */
export interface PendingApproval {
  /** The signed call, for `resumeApproval`. Its holder can read the arguments, but not change them. */
  readonly token: string;
  readonly callId: string;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The time until which the call can be approved, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Returns the pending approval of a deferred call. Returns undefined for any other response or result. */
export function pendingApprovalOf({ metadata }: Pick<ToolResponse, 'metadata'>): PendingApproval | undefined {
  const approval = metadata?.approval as (PendingApproval & { readonly kind?: unknown }) | undefined;
  if (approval?.kind !== 'later') return undefined;
  const { token, callId, toolName, input, expiresAt } = approval;
  return { token, callId, toolName, input, expiresAt };
}

/** The options that control how deferred approvals are signed, and prevented from being used twice. */
export interface ApprovalTokenOptions {
  /** The key that signs deferred approvals: at least 32 secret bytes, the same in each process. A string is UTF-8. */
  readonly approvalKey?: string | Uint8Array | undefined;
  /**
   * Returns the caller to whom an approval belongs, such as a user ID, from `options.auth`.
   *
   * @default all of `auth`, which must be plain JSON data, and the same when the call is resumed
   */
  readonly approvalSubject?: ((auth: unknown) => string) | undefined;
  /**
   * Claims an approval permanently: returns true for the first claim of its ID, and false for every later one. Required
   * if several processes resume calls, because a toolkit tracks only its own claims. The ID may be discarded after
   * `expiresAt`, in milliseconds since 1970.
   */
  readonly claimApproval?: ((id: string, expiresAt: number) => boolean | Promise<boolean>) | undefined;
}

/** A call to be deferred. */
export interface DeferredCall extends Pick<PendingApproval, 'callId' | 'toolName' | 'input'> {
  readonly auth: unknown;
  /** The time during which the call can be approved, in milliseconds. @default 86400000, one day */
  readonly expiresInMs?: number | undefined;
}

/** The content of a token. */
export interface SignedApproval extends Omit<PendingApproval, 'token'> {
  /** The ID with which the approval is claimed. */
  readonly id: string;
  /** The digest of the caller to whom the approval belongs. A digest, because anyone with the token can read it. */
  readonly subject: string;
}

// As long as the digest: a shorter key could be guessed offline from a token.
const shortestKey = 32;
const dayMs = 86_400_000;
// The last instant that a Date can represent.
const lastInstant = 8_640_000_000_000_000;
// Identifies the signed content, so that the key can be used for other signatures too.
const prefix = 'toolwright-approval-1';

/** Issues and reads the tokens of deferred calls. Tokens can be issued only with the key. */
export class ApprovalTokens {
  readonly #options: ApprovalTokenOptions;
  readonly #expiryByUsedId = new Map<string, number>();

  /** @throws DefinitionError on a key that is too short. */
  constructor(options: ApprovalTokenOptions) {
    const { approvalKey: key } = options;
    const length = key === undefined ? undefined : Buffer.byteLength(key);
    if (length !== undefined && length < shortestKey) {
      throw new DefinitionError(
        `approvalKey has ${length} bytes. Use at least ${shortestKey} random bytes, such as ` +
          `randomBytes(${shortestKey}) of node:crypto.`,
      );
    }
    this.#options = options;
  }

  /**
   * Issues the token of a deferred call.
   *
   * @throws DefinitionError without a key, and if the caller cannot be identified.
   */
  issue({ callId, toolName, input, auth, expiresInMs = dayMs }: DeferredCall): PendingApproval {
    checkPositive(expiresInMs, 'expiresInMs');
    const expiresAt = Math.min(Date.now() + expiresInMs, lastInstant);
    const signed: SignedApproval = {
      id: randomUUID(),
      callId,
      toolName,
      input,
      expiresAt,
      subject: this.#subjectOf(auth),
    };
    const body = `${prefix}.${Buffer.from(String(canonicalJson(signed))).toString('base64url')}`;
    const token = `${body}.${this.#digest(body)}`;
    return Object.freeze({ token, callId, toolName, input, expiresAt });
  }

  /** Returns the content of a token. Throws a DeniedError if the token is not genuine or has expired. */
  read(token: unknown): SignedApproval {
    const [, body = '', signature = ''] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(String(token)) ?? [];
    // Compared as text, because several base64 texts represent the same bytes.
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.#digest(body))];
    const isGenuine = actual.length === expected.length && timingSafeEqual(actual, expected);
    if (!isGenuine || !body.startsWith(`${prefix}.`)) {
      throw createRefusal('signature', 'it was changed, or signed with another key');
    }
    const json = Buffer.from(body.slice(prefix.length + 1), 'base64url').toString();
    const signed = JSON.parse(json) as SignedApproval;
    if (signed.expiresAt <= Date.now()) {
      throw createRefusal('expired', `it expired on ${new Date(signed.expiresAt).toISOString()}`, signed);
    }
    return signed;
  }

  /** Throws a DeniedError if an approval belongs to another caller. */
  checkSubject(signed: SignedApproval, auth: unknown): void {
    const [actual, expected] = [Buffer.from(this.#subjectOf(auth)), Buffer.from(signed.subject)];
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
    throw createRefusal('subject', 'it belongs to another caller: auth differs from that of the deferred call', signed);
  }

  /** Claims an approval, which can be used once. Throws a DeniedError if it has been used. */
  async claim(signed: SignedApproval): Promise<void> {
    const { id, expiresAt } = signed;
    const now = Date.now();
    for (const [used, expiry] of this.#expiryByUsedId) if (expiry <= now) this.#expiryByUsedId.delete(used);
    if (this.#expiryByUsedId.has(id)) throw createRefusal('used', 'it has been used', signed);
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
    if (typeof subject === 'string') return this.#digest(`subject.${subject}`);
    throw new DefinitionError(
      'The caller of a deferred call cannot be identified: auth is not plain JSON data. Set the toolkit option ' +
        'approvalSubject: (auth) => the ID of the caller.',
    );
  }

  #digest(text: string): string {
    const { approvalKey } = this.#options;
    if (approvalKey === undefined) {
      throw new DefinitionError('A call can be deferred and resumed only by a toolkit with the option approvalKey.');
    }
    return createHmac('sha256', approvalKey).update(text).digest('base64url');
  }
}

type RefusalReason = 'signature' | 'expired' | 'subject' | 'used' | 'claim';

function createRefusal(
  reason: RefusalReason,
  description: string,
  { toolName, cause }: { readonly toolName?: string; readonly cause?: unknown } = {},
): DeniedError {
  const what = toolName === undefined ? 'This approval' : `This approval of '${toolName}'`;
  return new DeniedError(`${what} cannot be used: ${description}.`, { toolName, cause, details: { reason } });
}
