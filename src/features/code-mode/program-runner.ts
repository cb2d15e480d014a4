import type { HostCall } from '../../call/host-call.js';
import { approvalKey } from '../../toolkit/approval-part.js';
import { CallRunner, type PartSeed } from '../../toolkit/call-runner.js';
import { completeInnerOptions } from '../../toolkit/inner-options.js';
import { CallEvents } from '../../toolkit/pipeline/call-events.js';
import type { RootCall } from '../../toolkit/pipeline/pipeline.js';
import { type PauseTimeouts, pauseForApprover } from '../../toolkit/pipeline/without-time-limits.js';

/** What the calls of a program take over from the call of `run_code`. */
export interface ProgramRunnerOptions {
  /** The scope that runs the call of `run_code`. */
  readonly caller: CallRunner;
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
 * Creates the runner of the calls of one program: that of the call of `run_code`, with the same session, state and groups.
 * Its events have the ID of that call as `parentCallId`.
 */
export function createProgramRunner(options: ProgramRunnerOptions): CallRunner {
  const { caller, root, outer, signal, pause } = options;
  const { parts } = caller;
  // A tool that acts on the toolkit has a state of its own.
  const { callId, environment, state } = root;
  return new CallRunner(
    {
      ...parts,
      parent: caller,
      isProgram: true,
      caller: root,
      seeds: [createApproval(options)],
      events: new CallEvents({ parents: [environment.events], parentCallId: callId }),
      state,
      completeOptions: (given) =>
        parts.completeOptions(completeInnerOptions(given, { ...outer, pauseTimeouts: pause }, signal)),
      auth: outer.options.auth ?? parts.auth,
      hostRequest: outer.options.hostRequest ?? parts.hostRequest,
      // A program does not wait for a client that does not know its calls.
      clientTools: false,
    },
    () => environment.scope.sessionId,
  );
}

/** The approval of the caller, with the approver of the call of `run_code`. */
function createApproval({ caller, outer, pause, defersApproval }: ProgramRunnerOptions): PartSeed {
  const create = () => {
    const approval = caller.part(approvalKey);
    const { approver: given, client } = outer.options;
    const configured = given ?? approval?.approver;
    const defers = defersApproval && approval?.canAsk(client) !== true;
    const approver = configured ?? (defers ? () => 'later' as const : undefined);
    return approval?.withApprover(approver && pauseForApprover(approver, pause));
  };
  return { name: approvalKey.name, create };
}
