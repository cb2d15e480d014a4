import type { CallRecord, Step } from './history.js';
import { stepsOf } from './steps.js';

/** A call in a waterfall. Places are in thousandths of the time that the waterfall shows. */
export interface WaterfallRow {
  readonly call: CallRecord;
  readonly depth: number;
  readonly start: number;
  readonly width: number;
  /** The times in which the call waited for approval. */
  readonly waits: readonly { readonly start: number; readonly width: number }[];
  /** The places of retries. */
  readonly retries: readonly number[];
  /** The places of chunks. */
  readonly chunks: readonly number[];
  /** The steps of the call, for the call of which the waterfall is. The last ones, if there are many. */
  readonly steps: readonly StepRow[];
}

/** A step in a waterfall. */
export interface StepRow {
  readonly step: Step;
  readonly start: number;
  readonly width: number;
}

/** A call, the calls that it has made, and how long they took together. */
export interface Waterfall {
  readonly rows: readonly WaterfallRow[];
  /** The number of calls for which there is no row. */
  readonly omitted: number;
  readonly durationMs: number;
}

/** Where a waterfall is: the calls of a history, and the present time for calls that have not ended. */
export interface WaterfallSource {
  readonly calls: ReadonlyMap<string, CallRecord>;
  readonly children: ReadonlyMap<string, readonly CallRecord[]>;
  readonly now: number;
  readonly maxRows?: number;
}

const maxTicks = 100;
const maxSteps = 50;

/** Computes the waterfall of the family of a call, from the call that began it. */
export function waterfallOf(callId: string, source: WaterfallSource): Waterfall {
  const root = rootOf(callId, source.calls);
  if (root === undefined) return { rows: [], omitted: 0, durationMs: 0 };
  const family = familyOf(root, source.children);
  const begin = Math.min(...family.map(({ call }) => call.startedAt));
  const end = Math.max(begin + 1, ...family.map(({ call }) => endOf(call, source.now)));
  const place = (at: number): number => Math.min(1_000, Math.max(0, ((at - begin) / (end - begin)) * 1_000));
  const shown = family.slice(0, source.maxRows ?? 200);
  const rows = shown.map(({ call, depth }): WaterfallRow => {
    const [start, stop] = [place(call.startedAt), place(endOf(call, source.now))];
    return {
      call,
      depth,
      start,
      width: Math.max(2, stop - start),
      waits: call.approvals.map(({ at, decidedAt }) => {
        return { start: place(at), width: place(decidedAt ?? endOf(call, source.now)) - place(at) };
      }),
      retries: call.retries.map(({ at }) => place(at)),
      chunks: call.chunks.slice(-maxTicks).map(({ at }) => place(at)),
      steps: call.callId === callId ? stepRows(call, { place, now: source.now }) : [],
    };
  });
  return { rows, omitted: family.length - shown.length, durationMs: end - begin };
}

interface Scale {
  readonly place: (at: number) => number;
  readonly now: number;
}

function stepRows(call: CallRecord, { place, now }: Scale): readonly StepRow[] {
  return stepsOf(call, now)
    .slice(-maxSteps)
    .map((step) => {
      const start = place(step.startedAt);
      return { step, start, width: Math.max(2, place(step.startedAt + step.durationMs) - start) };
    });
}

function rootOf(callId: string, calls: ReadonlyMap<string, CallRecord>): CallRecord | undefined {
  let call = calls.get(callId);
  const visited = new Set<string>();
  while (call?.parentCallId !== undefined && !visited.has(call.callId)) {
    visited.add(call.callId);
    const parent = calls.get(call.parentCallId);
    if (parent === undefined) break;
    call = parent;
  }
  return call;
}

interface Member {
  readonly call: CallRecord;
  readonly depth: number;
}

function familyOf(root: CallRecord, children: ReadonlyMap<string, readonly CallRecord[]>): readonly Member[] {
  const members: Member[] = [];
  const visited = new Set<string>();
  const open: Member[] = [{ call: root, depth: 0 }];
  // A stack instead of recursion: the IDs come from clients, which may nest calls deeply.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (visited.has(next.call.callId)) continue;
    visited.add(next.call.callId);
    members.push(next);
    const depth = next.depth + 1;
    const inner = children.get(next.call.callId) ?? [];
    open.push(...inner.map((call) => ({ call, depth })).reverse());
  }
  return members;
}

function endOf(call: CallRecord, now: number): number {
  if (call.endedAt !== undefined) return call.endedAt;
  return call.status === 'running' || call.status === 'waiting' ? Math.max(now, call.startedAt) : call.startedAt;
}
