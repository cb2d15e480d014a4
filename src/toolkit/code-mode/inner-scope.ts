import type { HostCall } from '../../execution/host-call.js';
import { completeInnerOptions } from '../agents/agent-session.js';
import { createAskingApprover } from '../approval/asking-approver.js';
import type { RememberedApprovals } from '../approval/remembered-approvals.js';
import { CallEvents } from '../pipeline/call-events.js';
import type { RootCall } from '../pipeline/pipeline.js';
import { type PauseTimeouts, pauseForApprover } from '../pipeline/without-time-limits.js';
import { type ScopeParts, ToolScope } from '../tool-scope.js';

/** What the calls of a program take over from the call of `run_code`. */
export interface InnerScopeOptions {
  /** The scope that runs the call of `run_code`. */
  readonly caller: ScopeParts;
  /** The call of `run_code`, of the toolkit or session. */
  readonly root: RootCall;
  /** The call of `run_code`, as its context sees it. */
  readonly outer: HostCall;
  readonly signal: AbortSignal;
  /** Pauses the time limits of the program and of its call. */
  readonly pause: PauseTimeouts;
  /** Whether a call that needs approval waits if it has no approver. */
  readonly defersApproval: boolean;
}

/**
 * The scope of the calls of one program: that of the call of `run_code`, with the same session, state and groups. Its
 * events have the ID of that call as `parentCallId`.
 */
export class InnerScope extends ToolScope {
  readonly #sessionId: string | undefined;
  readonly #remembered: RememberedApprovals | undefined;

  constructor({ caller, root, outer, signal, pause, defersApproval }: InnerScopeOptions) {
    const { approver: given, client } = outer.options;
    const asking = createAskingApprover(client);
    const configured = given ?? caller.approval.approver;
    const approver = configured ?? (defersApproval && asking === undefined ? () => 'later' as const : undefined);
    // A tool that acts on the toolkit has a state of its own.
    const { callId, environment, state } = root;
    super({
      ...caller,
      caller: root,
      events: new CallEvents({ parents: [environment.events], parentCallId: callId }),
      state,
      approval: caller.approval.withApprover(approver && pauseForApprover(approver, pause)),
      completeOptions: (options) =>
        caller.completeOptions(completeInnerOptions(options, { ...outer, pauseTimeouts: pause }, signal)),
      auth: outer.options.auth ?? caller.auth,
      hostRequest: outer.options.hostRequest ?? caller.hostRequest,
      // A program does not wait for a client that does not know its calls.
      clientTools: false,
    });
    this.#sessionId = environment.sessionId;
    this.#remembered = environment.remembered;
  }

  /** @internal */
  protected override get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** @internal */
  override get readsWholeResults(): boolean {
    return true;
  }

  /** @internal */
  protected override get remembered(): RememberedApprovals | undefined {
    return this.#remembered;
  }
}
