import { DefinitionError, DeniedError, ToolExecutionError } from '../../base/errors/errors.js';
import { toToolError } from '../../call/failure.js';
import { hostCallOf, partOfHost } from '../../call/host-call.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolArguments, ToolExecutor } from '../../call/tool-executor.js';
import type { Toolkit } from '../../facade/toolkit.js';
import type { ToolkitSession } from '../../facade/toolkit-session.js';
import { agentKind } from '../../toolkit/agent-kind.js';
import { runningTasksKey } from '../../toolkit/background-task.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { rootCallKey } from '../../toolkit/pipeline/root-of.js';
import { AgentRun } from './agent-run.js';
import { type AgentSessionOptions, createAgentSession } from './agent-session.js';
import { hasAnswer } from './has-answer.js';

/** What the run of an agent receives in addition to its input. */
export interface AgentRunOptions {
  /** The session of this run, with its own groups, state and budget. The agent lists and calls its tools through it. */
  readonly toolkit: ToolkitSession;
  /** The signal that aborts when the call of the agent is cancelled, and at the end of the run. Pass it to the model. */
  readonly signal: AbortSignal;
  /**
   * Emits a chunk of the agent's call: a text, or anything that a tool may yield. Resolves when the reader is ready for the
   * next chunk. An agent that does not wait for it is not slowed down to the pace of the reader.
   */
  readonly onChunk: (chunk: unknown) => Promise<void>;
  /** The context of the agent's call: its caller, its progress and log, and the caller's user and model. */
  readonly context: ToolContext;
}

/** The options of an executor of an agent. */
export interface AgentExecutorOptions extends AgentSessionOptions {
  readonly run: (input: ToolArguments, options: AgentRunOptions) => unknown;
  readonly toolkit: Toolkit | undefined;
  readonly maxDepth: number;
}

/** The executor that runs an agent in a session of its own. */
export class AgentExecutor implements ToolExecutor {
  readonly kind = agentKind;
  readonly #options: AgentExecutorOptions;

  constructor(options: AgentExecutorOptions) {
    this.#options = options;
  }

  execute(input: ToolArguments, context: ToolContext): AgentRun {
    const { run, toolkit, maxDepth } = this.#options;
    const { name: agentName } = context.call;
    const outer = hostCallOf(context);
    const caller = outer.part(callRunnerKey);
    checkDepth(agentName, (caller?.parts.agentDepth ?? 0) + 1, maxDepth);
    const own = toolkit === undefined ? caller : partOfHost(toolkit, callRunnerKey);
    if (own === undefined) throw createMissingToolkitError(agentName);
    const root = outer.part(rootCallKey);
    if (own !== caller && root !== undefined) outer.part(flowPartKey)?.delegates(root, own.part(flowPartKey));
    let session: ToolkitSession | undefined;
    let startSecrets: readonly object[] = [];
    let hasChunk = false;
    return new AgentRun({
      agentName,
      signal: context.signal,
      start: ({ signal, emit: onChunk }) => {
        session = createAgentSession(this.#options, { agentName, own, caller, outer, signal });
        startSecrets = session.state.roots();
        return run(input, { toolkit: session, signal, onChunk, context });
      },
      observe: (chunk) => {
        hasChunk ||= isReadable(chunk);
      },
      conclude: (returned) => {
        if (returned === undefined ? hasChunk : hasAnswer(returned)) return returned;
        throw new ToolExecutionError(`The agent '${agentName}' ended without an answer.`, { toolName: agentName });
      },
      // The agent may have replaced a secret and failed with the old one.
      toError: (thrown) => {
        const secretsIn = [...startSecrets, ...(session?.state.roots() ?? [])];
        return toToolError(thrown, { toolName: agentName, secretsIn });
      },
      onEnd: () => void (session && partOfHost(session, runningTasksKey)?.cancelAll()),
    });
  }
}

/** Checks whether a chunk is part of an answer. A chunk that cannot be represented as JSON fails the call where it is read. */
function isReadable(chunk: unknown): boolean {
  try {
    return hasAnswer(chunk);
  } catch {
    return true;
  }
}

function checkDepth(agentName: string, depth: number, maxDepth: number): void {
  if (depth <= maxDepth) return;
  throw new DeniedError(
    `'${agentName}' was not called: agents that run within one another are limited to ${maxDepth}, and this would be ` +
      `number ${depth}. Answer without calling it.`,
    { toolName: agentName, details: { max: maxDepth, left: 0, per: 'depth' } },
  );
}

function createMissingToolkitError(agentName: string): DefinitionError {
  return new DefinitionError(
    `agentTool: '${agentName}' was called without a toolkit. Register it in a toolkit and call it there, or set its ` +
      'option toolkit.',
    { toolName: agentName },
  );
}
