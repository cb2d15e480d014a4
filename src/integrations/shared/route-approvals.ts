import { DefinitionError } from '../../base/errors/errors.js';
import type { OptionNames } from '../../base/options/check-options.js';
import { callback, either, oneOf } from '../../base/options/option-rules.js';
import { approvalSubjectOf } from '../../features/approval/scope-approval.js';
import {
  type CallOptions,
  type PendingApproval,
  pendingApprovalsOf,
  type Toolkit,
  type ToolResponse,
} from '../../index.js';
import { canonicalJson } from '../../tool/arguments/canonical-json.js';
import { DeferredCalls } from './deferred-calls.js';
import { RouteRefusal } from './route-refusal.js';

/** A deferred call of the routes, for which someone wants to decide. */
export interface RouteApprovalCall extends PendingApproval {
  /** The identity of the caller. */
  readonly auth: unknown;
}

/** Who may decide on the deferred calls of the routes. */
export interface RouteApprovalOptions {
  /**
   * `'caller'` is the identity that has made the call, and `'others'` is every other identity. A missing or empty identity is
   * no one's, and decides on nothing as another one. A function receives the identity of the person who decides, and the
   * call. Callers are compared by `approvalSubject` of the toolkit, or else by all of their identity. If another one than the
   * caller decides, the call runs with the request and the identity of the caller, which the process that deferred the call
   * remembers.
   *
   * @default 'caller'
   */
  readonly by?: 'caller' | 'others' | ((auth: unknown, call: RouteApprovalCall) => boolean) | undefined;
}

/** The names of the options, for their checks. */
export const routeApprovalNames: OptionNames<RouteApprovalOptions> = {
  by: either(oneOf('caller', 'others'), callback),
};

/** What the approvals of routes belong to. The requests are those of a framework, or senders of them. */
export interface RouteApprovalParts<Request extends object> {
  readonly toolkit: Toolkit;
  /** Returns the identity of the sender of a request. */
  readonly authOf: (request: Request) => unknown;
  /** The option that has the rule, for errors. */
  readonly where: string;
}

/** The deferred calls of the routes, and the rule on who may decide on them. */
export class RouteApprovals<Request extends object> {
  readonly #by: NonNullable<RouteApprovalOptions['by']>;
  readonly #parts: RouteApprovalParts<Request>;
  readonly #deferred = new DeferredCalls<RouteApprovalCall, Request>();

  constructor(parts: RouteApprovalParts<Request>, { by = 'caller' }: RouteApprovalOptions = {}) {
    this.#by = by;
    this.#parts = parts;
  }

  /** Remembers the request of a response if its call was deferred. */
  remember(response: Pick<ToolResponse, 'metadata'>, request: Request): void {
    if (this.#by === 'caller') return;
    for (const pending of pendingApprovalsOf(response)) {
      const auth = this.#parts.authOf(request);
      const call = Object.freeze({ ...pending, auth });
      this.#deferred.add({ call, request, subject: this.#subjectOf(auth) });
    }
  }

  /** Remembers the request of a stream if its call is deferred. Returns the responses. */
  follow(responses: AsyncIterable<ToolResponse>, request: Request): AsyncIterable<ToolResponse> {
    return this.#by === 'caller' ? responses : this.#rememberEach(responses, request);
  }

  /**
   * Returns the options with which a person's decision resumes a call: those of its caller.
   *
   * @throws RouteRefusal if the person must not decide, or if this process has not deferred the call.
   */
  optionsFor(token: string, request: Request): CallOptions & { readonly hostRequest: Request } {
    if (this.#by === 'caller') return { hostRequest: request };
    const deferred = this.#deferred.get(token);
    if (deferred === undefined) {
      throw new RouteRefusal(
        403,
        'The call was not deferred by a route of this process, has been decided, or was displaced.',
      );
    }
    const { call } = deferred;
    if (!this.#mayDecide(this.#parts.authOf(request), call)) {
      throw new RouteRefusal(403, 'You must not decide on this call.');
    }
    return { hostRequest: deferred.request, auth: call.auth };
  }

  /** Forgets a call on which no one can decide any more. */
  forget(token: string): void {
    this.#deferred.delete(token);
  }

  async *#rememberEach(responses: AsyncIterable<ToolResponse>, request: Request): AsyncGenerator<ToolResponse> {
    for await (const response of responses) {
      this.remember(response, request);
      yield response;
    }
  }

  #mayDecide(auth: unknown, call: RouteApprovalCall): boolean {
    const by = this.#by;
    if (typeof by !== 'function') return this.#isAnother(auth, call.auth);
    const answer: unknown = by(auth, call);
    if (typeof answer === 'boolean') return answer;
    // The rejection of a promise has no other receiver.
    Promise.resolve(answer).catch(() => undefined);
    throw new DefinitionError(`${this.#parts.where}.by must return a boolean, and no promise.`);
  }

  /** Without an identity, the caller may be anyone, and so may the person who decides. */
  #isAnother(auth: unknown, caller: unknown): boolean {
    const [subject, own] = [this.#subjectOf(auth), this.#subjectOf(caller)];
    return subject !== undefined && own !== undefined && subject !== own;
  }

  /** Returns the text by which an identity is compared, or undefined for a sender who has none. */
  #subjectOf(auth: unknown): string | undefined {
    const subjectOf = approvalSubjectOf(this.#parts.toolkit);
    if (subjectOf === undefined) return isIdentity(auth) ? canonicalJson(auth) : undefined;
    if (auth === undefined || auth === null) return undefined;
    // Without types, the function of the application may return anything.
    const subject: unknown = subjectOf(auth);
    return typeof subject === 'string' && subject !== '' ? subject : undefined;
  }
}

/** Checks whether a value can identify someone. Login strategies leave values such as `false` or `{}` without a login. */
function isIdentity(auth: unknown): boolean {
  if (typeof auth === 'object' && auth !== null) {
    return Object.values(auth).some((value) => value !== undefined && value !== null);
  }
  return typeof auth === 'number' ? auth !== 0 : typeof auth === 'string' && auth !== '';
}
