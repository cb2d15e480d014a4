import type { ApprovalRequest, FlowOptions } from 'toolwright';
import { withoutIndexes } from './places.js';
import { ReplayedSession } from './replayed-session.js';
import type { Suite, UserTask } from './suite.js';

/** What happened to the calls of a user's task. */
export interface ReplayedTask {
  readonly task: string;
  /** What the user was asked, as tools with the arguments in question. Empty if the task was not disturbed. */
  readonly questions: readonly string[];
  /** The tools whose calls are denied if no one is asked. */
  readonly denied: readonly string[];
}

/** Replays each user's task twice: with a user who approves all questions, and with nobody to ask. */
export async function replayTasks(suite: Suite, flow: FlowOptions): Promise<readonly ReplayedTask[]> {
  const tasks: ReplayedTask[] = [];
  for (const task of suite.userTasks) {
    const asked = await replay(suite, { ...flow, onViolation: 'ask' }, task);
    const { denied } = await replay(suite, { ...flow, onViolation: 'deny' }, task);
    tasks.push({ task: task.id, questions: asked.session.questions.map(describeQuestion), denied });
  }
  return tasks;
}

async function replay(suite: Suite, flow: FlowOptions, { prompt, groundTruth }: UserTask) {
  const session = new ReplayedSession(suite, flow, prompt);
  const denied: string[] = [];
  for (const call of groundTruth) if ((await session.run(call, call.result)) === undefined) denied.push(call.tool);
  return { session, denied };
}

function describeQuestion({ toolName, concerns = [] }: ApprovalRequest): string {
  const places = new Set(concerns.flatMap(({ argument }) => argument ?? []).map(withoutIndexes));
  return [toolName, ...places].join(' ');
}
