import type { ApprovalRequest } from 'toolwright';
import type { FlowOptions } from 'toolwright/flow';
import { withoutIndexes } from './places.js';
import { ReplayedSession } from './replayed-session.js';
import { type NeededText, runAsModel } from './run-as-model.js';
import type { Suite, UserTask } from './suite.js';
import { wayOf } from './ways.js';

/** What happened to the calls of a user's task. */
export interface ReplayedTask {
  readonly task: string;
  /** What the user was asked, as tools with the arguments in question. Empty if the task was not disturbed. */
  readonly questions: readonly string[];
  /** The tools whose calls are denied if no one is asked. */
  readonly denied: readonly string[];
  /** What the model needs hidden texts for. */
  readonly needed: readonly NeededText[];
}

/** Replays each user's task twice: with a user who approves all questions, and with nobody to ask. */
export async function replayTasks(suite: Suite, flow: FlowOptions): Promise<readonly ReplayedTask[]> {
  const tasks: ReplayedTask[] = [];
  for (const task of suite.userTasks) {
    const asked = await replay(suite, { ...flow, onViolation: 'ask' }, task);
    const { denied } = await replay(suite, { ...flow, onViolation: 'deny' }, task);
    const { session, needed } = asked;
    tasks.push({ task: task.id, questions: session.questions.map(describeQuestion), denied, needed });
  }
  return tasks;
}

async function replay(suite: Suite, flow: FlowOptions, { prompt, groundTruth, expectedOutput = '' }: UserTask) {
  const session = new ReplayedSession(suite, flow, prompt);
  const denied: string[] = [];
  const needed: NeededText[] = [];
  for (const call of groundTruth) {
    const made = await runAsModel(session, suite, call);
    needed.push(...made.needed);
    if (made.callId === undefined) denied.push(call.tool);
  }
  // The application shows the user hidden values, and what was extracted.
  if (needsText(expectedOutput, session)) needed.push({ place: 'the answer', isServed: true });
  return { session, denied, needed };
}

function needsText(value: string, { view }: ReplayedSession): boolean {
  if (value.trim() === '') return false;
  const { by } = wayOf(value, view, new Set());
  return by === 'extract' || by === 'reading';
}

function describeQuestion({ toolName, concerns = [] }: ApprovalRequest): string {
  const places = new Set(concerns.flatMap(({ argument }) => argument ?? []).map(withoutIndexes));
  return [toolName, ...places].join(' ');
}
