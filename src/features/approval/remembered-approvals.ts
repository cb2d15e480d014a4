import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { RememberApproval } from '../../call/client/approver.js';
import type { PermissionMatch } from '../../call/client/permission-match.js';
import { toJsonValue } from '../../call/response/json-value.js';
import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { definitionFingerprint } from '../../tool/arguments/definition-fingerprint.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ArgumentSource } from './argument-meanings.js';
import { createMatcher, type PermissionMatcher } from './permission-rules.js';

/** An approval that a session remembers, as plain JSON. */
export interface RememberedApproval {
  readonly id: string;
  /** The calls that need no further approval. */
  readonly rule: PermissionMatch;
  /** The name of the tool whose call was approved. */
  readonly toolName: string;
  /** The fingerprint of the definition of that tool. Calls of another definition need approval again. */
  readonly definition: string;
  /** The time of the approval, in milliseconds since 1970. */
  readonly approvedAt: number;
  /** The time at which the approval ends, in milliseconds since 1970. Undefined if it ends with the session. */
  readonly expiresAt?: number | undefined;
}

interface Entry {
  readonly approval: RememberedApproval;
  readonly matcher: PermissionMatcher;
}

// A session that remembers more has an approver that remembers each call.
const maxRemembered = 1_000;

/** The approvals that a session remembers: calls that need no further approval, until they are revoked. */
export class RememberedApprovals {
  readonly #entries = new Map<string, Entry>();

  /** Returns the approvals that have not ended, the oldest first. */
  list(): readonly RememberedApproval[] {
    this.#removeExpired();
    return Object.freeze([...this.#entries.values()].map(({ approval }) => approval));
  }

  /** Revokes an approval. Returns false if there is none with this ID. Calls that run already are not affected. */
  revoke(id: string): boolean {
    return this.#entries.delete(id);
  }

  /** Revokes all approvals. */
  clear(): void {
    this.#entries.clear();
  }

  /**
   * Returns a function that remembers an approval.
   *
   * @throws DefinitionError if the rule names an argument that the tool does not have, or if there are too many approvals.
   * @internal
   */
  prepare({ for: lasting, rule }: RememberApproval, spec: ToolSpec): () => void {
    this.#removeExpired();
    if (this.#entries.size >= maxRemembered) {
      throw new DefinitionError(`A session remembers at most ${maxRemembered} approvals. Revoke some of them.`);
    }
    const approvedAt = Date.now();
    const approval: RememberedApproval = {
      id: crypto.randomUUID(),
      rule: toJsonValue(rule) as unknown as PermissionMatch,
      toolName: spec.name,
      definition: definitionFingerprint(spec),
      approvedAt,
      ...(lasting === 'session' ? {} : { expiresAt: approvedAt + lasting }),
    };
    const entry = toEntry(approval, 'remember');
    entry.matcher.checkArguments(spec);
    return () => {
      this.#entries.set(approval.id, entry);
    };
  }

  /**
   * Returns the approval that covers a call. Returns undefined if there is none.
   *
   * @internal
   */
  async find(source: ArgumentSource): Promise<RememberedApproval | undefined> {
    if (this.#entries.size === 0) return undefined;
    this.#removeExpired();
    for (const { approval, matcher } of [...this.#entries.values()]) {
      const { spec } = source;
      if (!matcher.matchesTool(spec)) continue;
      if (approval.toolName === spec.name && approval.definition !== definitionFingerprint(spec)) continue;
      // It may have been revoked meanwhile.
      if ((await matcher.matchesArguments(source, 'running')) && this.#entries.has(approval.id)) return approval;
    }
    return undefined;
  }

  /**
   * Replaces all approvals by those of a snapshot.
   *
   * @internal
   */
  replace(approvals: readonly RememberedApproval[]): void {
    const entries = approvals.map((approval) => toEntry(approval, 'restore(): approvals'));
    this.#entries.clear();
    for (const entry of entries) this.#entries.set(entry.approval.id, entry);
    this.#removeExpired();
  }

  #removeExpired(): void {
    const now = Date.now();
    for (const [id, { approval }] of this.#entries) {
      if (approval.expiresAt !== undefined && approval.expiresAt <= now) this.#entries.delete(id);
    }
  }
}

function toEntry(approval: RememberedApproval, where: string): Entry {
  return { approval: freezeDeep(approval), matcher: createMatcher(approval.rule, where) };
}

/**
 * Checks what an approver remembers.
 *
 * @throws DefinitionError if it is malformed.
 */
export function checkRemember(remember: unknown): RememberApproval {
  if (typeof remember !== 'object' || remember === null) {
    throw new DefinitionError(`remember must be an object { for, rule }, not ${previewValue(remember)}.`);
  }
  const { for: lasting, rule, ...others } = remember as Partial<RememberApproval>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new DefinitionError(`remember has no option '${unknown}': it has for and rule.`);
  const isTime = typeof lasting === 'number' && lasting > 0 && Number.isFinite(lasting);
  if (lasting !== 'session' && !isTime) {
    throw new DefinitionError(`remember: for must be 'session' or milliseconds, not ${previewValue(lasting)}.`);
  }
  createMatcher(rule, 'remember');
  return { for: lasting, rule: rule as PermissionMatch };
}

/**
 * Checks the remembered approvals of a snapshot, and returns them.
 *
 * @throws DefinitionError if they are malformed.
 */
export function checkRememberedApprovals(saved: unknown): readonly RememberedApproval[] {
  const isList = Array.isArray(saved) && saved.length <= maxRemembered && saved.every(isRememberedApproval);
  if (!isList) {
    throw new DefinitionError(`restore(): approvals must be those of snapshot(), not ${previewValue(saved)}.`);
  }
  for (const { rule } of saved) createMatcher(rule, 'restore(): approvals');
  return saved;
}

function isRememberedApproval(value: unknown): value is RememberedApproval {
  if (typeof value !== 'object' || value === null) return false;
  const { id, rule, toolName, definition, approvedAt, expiresAt } = value as Partial<RememberedApproval>;
  const areTexts = [id, toolName, definition].every((one) => typeof one === 'string' && one !== '');
  const areTimes = [approvedAt, expiresAt ?? 0].every((one) => typeof one === 'number' && Number.isFinite(one));
  return areTexts && areTimes && typeof rule === 'object';
}
