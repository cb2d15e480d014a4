import type { CallRecord, Step } from './history.js';

/**
 * Returns what happened in a call, in the order of its start: the steps of the pipeline, the retries, and the approvals that
 * no step shows, because they wait or were not decided. What wraps another step comes before it.
 */
export function stepsOf({ steps, retries, approvals }: CallRecord, now: number): readonly Step[] {
  const waits = approvals.filter(({ decision }) => decision !== 'approve' && decision !== 'deny');
  const all: readonly Step[] = [
    ...steps,
    ...retries.map(({ at, attempt, delayMs, error }) => ({
      ...{ startedAt: at, durationMs: delayMs, kind: 'retry', name: `after attempt ${attempt}` },
      text: `${error.code} ${error.message}`,
    })),
    ...waits.map(({ at, decision = 'waits', decidedAt = now }) => {
      return { startedAt: at, durationMs: Math.max(0, decidedAt - at), kind: 'approval', name: 'page', text: decision };
    }),
  ];
  return all.toSorted((a, b) => a.startedAt - b.startedAt || b.durationMs - a.durationMs);
}
