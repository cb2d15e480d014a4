import { longestTimerMs } from '../../base/async/longest-timer.js';
import {
  InterruptedError,
  OutputValidationError,
  type ToolError,
  ToolExecutionError,
} from '../../base/errors/errors.js';
import { pendingApprovalOf } from '../../call/client/pending-approval.js';
import { ConcurrencyLimiter } from '../../call/concurrency/concurrency-limiter.js';
import { hostCallOf } from '../../call/host-call.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import { runningTasksKey } from '../../toolkit/background-task.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';
import { callInner, readInnerResponse } from './call-tool.js';
import type { NamedCodeTool } from './code-names.js';
import type { CodeModeSettings } from './code-options.js';
import { type CodeUsage, ProgramBudget } from './program-budget.js';
import { createProgramRunner } from './program-runner.js';
import {
  type PendingCall,
  pause,
  type ResumeRequest,
  type SandboxFunction,
  type SandboxLog,
  type SandboxResult,
} from './sandbox-engine.js';

/** A program to run, or to continue. */
export interface ProgramRequest {
  readonly settings: CodeModeSettings;
  /** The tools that the program may call. */
  readonly tools: readonly NamedCodeTool[];
  /** What the program has used before it was paused. */
  readonly usage: CodeUsage;
  /** The context of the call of `run_code`. */
  readonly context: ToolContext;
  /** Starts the program, or continues it. */
  start(request: ResumeRequest): Promise<SandboxResult>;
}

/** A call that waits for an approval. */
export interface WaitingCall {
  /** The ID of the call in the program. */
  readonly id: number;
  /** The token of the deferred call. */
  readonly token: string;
}

/** The end of a run of a program. */
export type ProgramEnd = { readonly logs: readonly SandboxLog[]; readonly usage: CodeUsage } & (
  | { readonly status: 'done'; readonly value: unknown }
  | { readonly status: 'failed'; readonly error: ToolError }
  | {
      readonly status: 'paused';
      readonly snapshot: Uint8Array;
      readonly waiting: readonly WaitingCall[];
      /** The label of what the program may pass, if data is hidden from it. */
      readonly flow: FlowLabel | undefined;
    }
);

// The engine ends a program that goes on calling after its budget is used up.
const toleratedCalls = 1_000;
const maxCharacters = 1_000_000;

/** Runs a program with its budgets until it ends, or waits only for approvals. */
export async function runProgram({ settings, tools, usage, context, start }: ProgramRequest): Promise<ProgramEnd> {
  const { budgets, defersApproval } = settings;
  const outer = hostCallOf(context);
  const caller = outer.part(callRunnerKey);
  const root = rootOf(context);
  if (caller === undefined || root === undefined)
    throw new ToolExecutionError('A program can only be run in a toolkit.');
  const budget = new ProgramBudget(budgets, usage);
  const signal = AbortSignal.any([context.signal, budget.signal]);
  const pauseTimes = (): (() => void) => {
    const resumes = [outer.pauseTimeouts(), budget.pauseWaiting()];
    return () => {
      for (const resume of resumes) resume();
    };
  };
  const runner = createProgramRunner({ caller, root, outer, signal, pause: pauseTimes, defersApproval });
  const flow = settings.engine.acceptsOpaque === true ? runner.part(flowPartKey)?.openProgram(root) : undefined;
  const waiting = new Map<number, string>();
  const limiter = new ConcurrencyLimiter();

  const call = (tool: NamedCodeTool): SandboxFunction => {
    return async ([input = {}], { id, signal: own, emit, looked = [] }) => {
      const { name } = tool.spec;
      flow?.looked(looked);
      budget.admit(name);
      const release = await limiter.acquire({ key: 'program', limit: budgets.concurrent, call: undefined }, undefined);
      const stopWaiting = budget.startWaiting();
      try {
        const response = await callInner(runner, { name, input, signal: AbortSignal.any([signal, own]), emit, flow });
        if (response === undefined) throw new InterruptedError(`The call of '${name}' was cancelled.`);
        const pending = pendingApprovalOf(response);
        if (pending === undefined) return readInnerResponse(response, { flow, isListening: emit !== undefined });
        waiting.set(id, pending.token);
        return pause;
      } finally {
        stopWaiting();
        if (typeof release === 'function') release();
      }
    };
  };

  try {
    const result = await start({
      functions: Object.fromEntries(tools.map((tool) => [tool.path, call(tool)])),
      limits: {
        computeMs: budget.computeMs,
        waitMs: longestTimerMs,
        maxCalls: budgets.calls + toleratedCalls,
        maxCharacters: Math.max(maxCharacters, budgets.resultCharacters),
        maxLogCharacters: budgets.resultCharacters,
      },
      signal,
    });
    flow?.looked(result.looked ?? []);
    const { resultCharacters } = budgets;
    return conclude(result, { budget, waiting, resultCharacters, flow: flow?.label });
  } finally {
    budget.close();
    void runner.part(runningTasksKey)?.cancelAll();
  }
}

interface Conclusion {
  readonly budget: ProgramBudget;
  readonly waiting: ReadonlyMap<number, string>;
  readonly resultCharacters: number;
  readonly flow: FlowLabel | undefined;
}

function conclude(result: SandboxResult, { budget, waiting, resultCharacters, flow }: Conclusion): ProgramEnd {
  const { logs } = result;
  const { computeMs } = result.usage;
  const report = { logs, usage: budget.usage(computeMs) };
  const fail = (error: ToolError): ProgramEnd => ({
    ...report,
    status: 'failed',
    error: budget.explain(error, computeMs),
  });
  if (result.status === 'failed') return fail(result.error);
  if (result.status === 'paused') {
    const calls = result.pending.map(({ id }: PendingCall) => ({ id, token: waiting.get(id) }));
    const known = calls.filter((one): one is WaitingCall => one.token !== undefined);
    return { ...report, status: 'paused', snapshot: result.snapshot, waiting: known, flow };
  }
  const { length } = JSON.stringify(result.value) ?? '';
  if (length <= resultCharacters) return { ...report, status: 'done', value: result.value };
  const shown = JSON.stringify(result.value).slice(0, Math.min(500, resultCharacters));
  const message =
    `The value of the program has ${length} characters, more than its limit of ${resultCharacters}. Return only what ` +
    `you need. It begins: ${shown}`;
  return fail(new OutputValidationError(message, { details: { reason: 'size' } }));
}
