import { DefinitionError } from '../../base/errors/errors.js';
import { withAnyIndex } from '../../base/json/json-pointer.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { RememberApproval } from '../../call/client/approver.js';
import type { CallConcern } from '../../call/client/call-concern.js';
import type { PermissionMatch } from '../../call/client/permission-match.js';
import { toJsonValue } from '../../call/response/json-value.js';
import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { definitionFingerprint } from '../../tool/arguments/definition-fingerprint.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ArgumentSource } from './argument-meanings.js';
import { createMatcher, type PermissionMatcher } from './permission-rules.js';

/** The place of an argument, and where its values come from. */
export interface RememberedOrigin {
  /** The JSON Pointer of the argument, with `*` for an index. */
  readonly argument: string;
  /** The tool and the place in its result, with `*` for an index: `inbox#/mails/*`. */
  readonly source: string;
}

/** An approval that a session remembers, as plain JSON. */
export interface RememberedApproval {
  readonly id: string;
  /** The calls that need no further approval. */
  readonly rule: PermissionMatch;
  /** The origins of arguments that need no further approval. Undefined if the approval is for calls, whatever their arguments are. */
  readonly origins?: readonly RememberedOrigin[] | undefined;
  /** The name of the tool whose call was approved. */
  readonly toolName: string;
  /** The fingerprint of the definition of that tool. Calls of another definition need approval again. */
  readonly definition: string;
  /** The time of the approval, in milliseconds since 1970. */
  readonly approvedAt: number;
  /** The time at which the approval ends, in milliseconds since 1970. Undefined if it ends with the session. */
  readonly expiresAt?: number | undefined;
}

/** The approved call. */
export interface ApprovedCall {
  readonly spec: ToolSpec;
  /** What was against the call. @default nothing */
  readonly concerns?: readonly CallConcern[] | undefined;
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
   * @throws DefinitionError if the rule names an argument that the tool does not have, if the origin of an argument is not
   * known, or if there are too many approvals.
   * @internal
   */
  prepare({ for: lasting, rule, origins }: RememberApproval, { spec, concerns = [] }: ApprovedCall): () => void {
    this.#removeExpired();
    if (this.#entries.size >= maxRemembered) {
      throw new DefinitionError(`A session remembers at most ${maxRemembered} approvals. Revoke some of them.`);
    }
    const approvedAt = Date.now();
    const approval: RememberedApproval = {
      id: crypto.randomUUID(),
      rule: rule === undefined ? { tool: spec.name } : (toJsonValue(rule) as unknown as PermissionMatch),
      ...(origins === undefined ? {} : { origins: concerns.map(originOf) }),
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
      if (approval.origins !== undefined || !matcher.matchesTool(spec)) continue;
      if (approval.toolName === spec.name && approval.definition !== definitionFingerprint(spec)) continue;
      // It may have been revoked meanwhile.
      if ((await matcher.matchesArguments(source, 'running')) && this.#entries.has(approval.id)) return approval;
    }
    return undefined;
  }

  /**
   * Returns the concerns about a call that no approval covers.
   *
   * @internal
   */
  remaining(concerns: readonly CallConcern[], spec: ToolSpec): readonly CallConcern[] {
    return this.#entries.size === 0 ? concerns : concerns.filter((concern) => !this.#coversOrigin(spec, concern));
  }

  #coversOrigin(spec: ToolSpec, { argument, source }: CallConcern): boolean {
    if (argument === undefined || source === undefined) return false;
    this.#removeExpired();
    const place = withAnyIndex(argument);
    return [...this.#entries.values()].some(({ approval: { origins = [], toolName, definition } }) => {
      const isSame = origins.some((one) => one.argument === place && one.source === source);
      return isSame && toolName === spec.name && definition === definitionFingerprint(spec);
    });
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

  /**
   * Revokes the approvals that depend on where arguments come from.
   *
   * @internal
   */
  revokeOrigins(): void {
    for (const { id, origins } of this.list()) if (origins !== undefined) this.revoke(id);
  }

  #removeExpired(): void {
    const now = Date.now();
    for (const [id, { approval }] of this.#entries) {
      if (approval.expiresAt !== undefined && approval.expiresAt <= now) this.#entries.delete(id);
    }
  }
}

function originOf({ argument, source }: CallConcern): RememberedOrigin {
  if (argument === undefined || source === undefined) {
    throw new DefinitionError('remember: origins requires that each concern has an argument and a source.');
  }
  return { argument: withAnyIndex(argument), source };
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
  const { for: lasting, rule, origins, ...others } = remember as Partial<RememberApproval>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new DefinitionError(`remember has no option '${unknown}': it has for, and rule or origins.`);
  }
  const isTime = typeof lasting === 'number' && lasting > 0 && Number.isFinite(lasting);
  if (lasting !== 'session' && !isTime) {
    throw new DefinitionError(`remember: for must be 'session' or milliseconds, not ${previewValue(lasting)}.`);
  }
  if (origins !== undefined) {
    if (origins === true && rule === undefined) return { for: lasting, origins };
    throw new DefinitionError('remember: origins must be true, without a rule.');
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
  const { id, rule, origins = [], toolName, definition, approvedAt, expiresAt } = value as Partial<RememberedApproval>;
  const areTexts = [id, toolName, definition].every((one) => typeof one === 'string' && one !== '');
  const areTimes = [approvedAt, expiresAt ?? 0].every((one) => typeof one === 'number' && Number.isFinite(one));
  const areOrigins =
    Array.isArray(origins) &&
    origins.every(
      (one: Partial<RememberedOrigin> | null) => typeof one?.argument === 'string' && typeof one.source === 'string',
    );
  return areTexts && areTimes && areOrigins && typeof rule === 'object';
}
