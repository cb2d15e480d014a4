import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { DefinitionError, DeniedError } from '../../errors.js';
import { checkPositive } from '../../execution/check-limits.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { canonicalJson } from '../canonical-json.js';

/** A call that waits to be approved, as plain JSON. */
export interface PendingApproval {
  /** What `resumeApproval` takes: the call, signed. Whoever holds it can read the arguments, but not change them. */
  readonly token: string;
  readonly callId: string;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Until when it may be approved, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The approval that an outcome of a call waits for; undefined for any other outcome. */
export function pendingApprovalOf({ metadata }: Pick<ToolResponse, 'metadata'>): PendingApproval | undefined {
  const approval = metadata?.approval as (PendingApproval & { readonly kind?: unknown }) | undefined;
  if (approval?.kind !== 'later') return undefined;
  const { token, callId, toolName, input, expiresAt } = approval;
  return { token, callId, toolName, input, expiresAt };
}

/** How approvals are signed, and kept from being used twice. */
export interface ApprovalTokenOptions {
  /** Signs approvals that are put off: at least 32 secret bytes, the same in each process. A text counts as UTF-8. */
  readonly approvalKey?: string | Uint8Array | undefined;
  /**
   * Names the caller that an approval belongs to, given `options.auth`: a user's id, say. @default all of `auth`, which
   * then has to be plain JSON data, and the same when the call is resumed
   */
  readonly approvalSubject?: ((auth: unknown) => string) | undefined;
  /**
   * Claims an approval for good: true for the first to ask for its id, false ever after. Needed where several processes
   * resume calls, for a toolkit knows only of its own. May forget the id after `expiresAt` (milliseconds since 1970).
   */
  readonly claimApproval?: ((id: string, expiresAt: number) => boolean | Promise<boolean>) | undefined;
}

/** A call to be put off. */
export interface PutOffCall extends Pick<PendingApproval, 'callId' | 'toolName' | 'input'> {
  readonly auth: unknown;
  /** @default one day */
  readonly expiresInMs?: number | undefined;
}

/** What is inside a token. */
export interface SignedApproval extends Omit<PendingApproval, 'token'> {
  /** By which it is claimed. */
  readonly id: string;
  /** Whom it belongs to: a digest, for a token can be read by whoever holds it. */
  readonly subject: string;
}

// As long as the digest: a shorter key could be guessed from a token at leisure.
const shortestKey = 32;
const dayMs = 86_400_000;
// The last instant that a Date can tell.
const lastInstant = 8_640_000_000_000_000;
// Names what was signed, so that the key may sign other things too.
const prefix = 'toolwright-approval-1';

/** Makes tokens of calls that are put off, and reads them. Only who has the key can make one. */
export class ApprovalTokens {
  readonly #options: ApprovalTokenOptions;
  readonly #expiryByUsedId = new Map<string, number>();

  /** @throws DefinitionError on a key that is too short. */
  constructor(options: ApprovalTokenOptions) {
    const { approvalKey: key } = options;
    const length = key === undefined ? undefined : Buffer.byteLength(key);
    if (length !== undefined && length < shortestKey) {
      throw new DefinitionError(
        `approvalKey has ${length} bytes. Give at least ${shortestKey} random ones, from node:crypto's randomBytes(${shortestKey}).`,
      );
    }
    this.#options = options;
  }

  /** @throws DefinitionError without a key, and where nothing tells whom the approval belongs to. */
  issue({ callId, toolName, input, auth, expiresInMs = dayMs }: PutOffCall): PendingApproval {
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

  /** What a token says, once it is sure to be genuine and of use. Throws a DeniedError otherwise. */
  read(token: unknown): SignedApproval {
    const [, body = '', signature = ''] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(String(token)) ?? [];
    // As texts, for several base64 texts stand for the same bytes.
    const [given, wanted] = [Buffer.from(signature), Buffer.from(this.#digest(body))];
    const isGenuine = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!isGenuine || !body.startsWith(`${prefix}.`)) {
      throw refusal('signature', 'it was changed, or signed with another key');
    }
    const json = Buffer.from(body.slice(prefix.length + 1), 'base64url').toString();
    const signed = JSON.parse(json) as SignedApproval;
    if (signed.expiresAt <= Date.now()) {
      throw refusal('expired', `it expired on ${new Date(signed.expiresAt).toISOString()}`, signed);
    }
    return signed;
  }

  /** Throws a DeniedError if an approval belongs to another caller. */
  checkSubject(signed: SignedApproval, auth: unknown): void {
    const [given, wanted] = [Buffer.from(this.#subjectOf(auth)), Buffer.from(signed.subject)];
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
    throw refusal('subject', 'it belongs to another caller: auth is not what it was when the call came in', signed);
  }

  /** Uses an approval up. Throws a DeniedError if it has been used. */
  async claim(signed: SignedApproval): Promise<void> {
    const { id, expiresAt } = signed;
    const now = Date.now();
    for (const [used, expiry] of this.#expiryByUsedId) if (expiry <= now) this.#expiryByUsedId.delete(used);
    if (this.#expiryByUsedId.has(id)) throw refusal('used', 'it has been used', signed);
    // Before anything is awaited, so that of two at the same time one comes too late.
    this.#expiryByUsedId.set(id, expiresAt);
    const { claimApproval } = this.#options;
    if (claimApproval === undefined) return;
    try {
      if ((await claimApproval(id, expiresAt)) === true) return;
    } catch (cause) {
      this.#expiryByUsedId.delete(id);
      throw refusal('claim', 'claimApproval failed', { ...signed, cause });
    }
    throw refusal('used', 'it has been used', signed);
  }

  #subjectOf(auth: unknown): string {
    const { approvalSubject } = this.#options;
    const subject = approvalSubject === undefined ? canonicalJson(auth ?? null) : approvalSubject(auth);
    if (typeof subject === 'string') return this.#digest(`subject.${subject}`);
    throw new DefinitionError(
      'Nothing tells whom an approval belongs to: auth is not plain JSON data. Give the toolkit an approvalSubject: ' +
        '(auth) => the id of the caller.',
    );
  }

  #digest(text: string): string {
    const { approvalKey } = this.#options;
    if (approvalKey === undefined) {
      throw new DefinitionError('A call can only be put off, and resumed, by a toolkit with an approvalKey.');
    }
    return createHmac('sha256', approvalKey).update(text).digest('base64url');
  }
}

type RefusalReason = 'signature' | 'expired' | 'subject' | 'used' | 'claim';

function refusal(
  reason: RefusalReason,
  words: string,
  { toolName, cause }: { readonly toolName?: string; readonly cause?: unknown } = {},
): DeniedError {
  const what = toolName === undefined ? 'This approval' : `This approval of '${toolName}'`;
  return new DeniedError(`${what} cannot be used: ${words}.`, { toolName, cause, details: { reason } });
}
