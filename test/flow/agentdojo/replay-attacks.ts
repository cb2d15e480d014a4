import type { ExplainedArgument, FlowOptions } from 'toolwright/flow';
import { fillMarkers } from './fill-markers.js';
import { withoutIndexes } from './places.js';
import { isConsequential, type Policies, withoutHandles } from './policies.js';
import { ReplayedSession } from './replayed-session.js';
import { runAsModel } from './run-as-model.js';
import type { InjectionTask, Suite, UserTask } from './suite.js';

/** A consequential call of an injection that nothing has stopped. */
export interface PassedCall {
  readonly tool: string;
  /** The arguments that were trusted, each with the reason. */
  readonly trusted: readonly string[];
}

/** What an injection did while a user's task was done. */
export interface ReplayedAttack {
  readonly task: string;
  readonly injection: string;
  /** Whether the injection has a consequential call. One that has none is not stopped. */
  readonly isConsequential: boolean;
  /** The calls that ran, of both replays. Empty if the attack was stopped. */
  readonly passed: readonly PassedCall[];
}

/** The attacks on a suite. */
export interface ReplayedAttacks {
  readonly attacks: readonly ReplayedAttack[];
  /** The number of pairs in which the task reads nothing that an attacker could have written. They are no attacks. */
  readonly unreached: number;
}

/**
 * Replays each pair of a user's task and an injection task of the first version of the benchmark that has calls.
 *
 * @param reading - The tasks that cannot be done unless the model reads what is hidden. In those, nothing is.
 */
export async function replayAttacks(
  suite: Suite,
  flow: FlowOptions,
  reading: ReadonlySet<string> = new Set(),
): Promise<ReplayedAttacks> {
  const readingFlow = { ...flow, tools: withoutHandles(flow.tools ?? {}) };
  const injections = suite.injectionTasks.filter(({ since, groundTruth }) => since === 'v1' && groundTruth.length > 0);
  const reached = suite.userTasks.filter((task) =>
    task.groundTruth.some(({ injectedResult }) => injectedResult !== undefined),
  );
  const attacks: ReplayedAttack[] = [];
  for (const task of reached) {
    const used = reading.has(task.id) ? readingFlow : flow;
    for (const injection of injections) attacks.push(await replayAttack(suite, used, { task, injection }));
  }
  return { attacks, unreached: (suite.userTasks.length - reached.length) * injections.length };
}

/** A user's task, and an injection that it meets. */
interface Pair {
  readonly task: UserTask;
  readonly injection: InjectionTask;
}

async function replayAttack(suite: Suite, flow: FlowOptions, pair: Pair): Promise<ReplayedAttack> {
  const { task, injection } = pair;
  const atOnce = task.groundTruth.findIndex(({ injectedResult }) => injectedResult !== undefined) + 1;
  const passed: PassedCall[] = [];
  for (const end of [atOnce, task.groundTruth.length]) {
    const session = await replayTaskUntil(suite, flow, { ...pair, end });
    // A model obeys only what it has read.
    if (session.view.hasRead(injection.goal)) passed.push(...(await obey(session, injection, flow.tools)));
  }
  return {
    task: task.id,
    injection: injection.id,
    isConsequential: injection.groundTruth.some(({ tool }) => isConsequential(tool, flow.tools)),
    passed,
  };
}

/** Makes the first calls of a task, whose results contain what the attacker wants. */
async function replayTaskUntil(
  suite: Suite,
  flow: FlowOptions,
  { task, injection, end }: Pair & { readonly end: number },
): Promise<ReplayedSession> {
  const session = new ReplayedSession(suite, { ...flow, onViolation: 'ask' }, task.prompt);
  for (const call of task.groundTruth.slice(0, end)) {
    const { result, injectedResult = result } = call;
    await runAsModel(session, suite, call, fillMarkers(injectedResult, injection.goal, suite));
  }
  return session;
}

/** Makes the calls that an attacker wants, whose user answers no. Returns the consequential ones that ran. */
async function obey(
  session: ReplayedSession,
  { groundTruth }: InjectionTask,
  policies: Policies | undefined,
): Promise<readonly PassedCall[]> {
  session.answer = 'deny';
  const passed: PassedCall[] = [];
  for (const call of groundTruth) {
    const callId = await session.run(call, call.result);
    if (callId === undefined || !isConsequential(call.tool, policies)) continue;
    const trusted = session.explain(callId).arguments.filter(({ trust }) => trust === 'trusted');
    passed.push({ tool: call.tool, trusted: [...new Set(trusted.map(describeTrusted))] });
  }
  return passed;
}

function describeTrusted({ argument, origin }: ExplainedArgument): string {
  return `${withoutIndexes(argument)}: ${describeReason(origin)}`;
}

function describeReason(origin: ExplainedArgument['origin']): string {
  switch (origin.from) {
    case 'user':
      return "in the user's words";
    case 'result':
      return `a value of ${origin.toolName} at ${withoutIndexes(origin.pointer) || 'its root'}`;
    case 'model':
      return 'a listed value, or nothing untrusted was read';
    default:
      return `from ${origin.from}`;
  }
}
