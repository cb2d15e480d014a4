import { brandClass, brands } from '../../brand.js';
import { checkOptionNames, type OptionNames } from '../../check-options.js';
import { DefinitionError } from '../../errors.js';
import type { CallContext } from '../../execution/call-context.js';
import { checkCount } from '../../execution/check-limits.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolArguments, ToolExecutor } from '../../execution/tool-executor.js';
import type { SchemaSource } from '../../metadata/tool-options.js';
import { type ExecutorToolOptions, ToolSpec } from '../../spec/tool-spec.js';
import { previewValue } from '../../value-preview.js';
import type { RootCall } from '../pipeline/pipeline.js';
import type { ToolkitSession } from '../toolkit-session.js';
import { type AgentSetup, startAgent } from './agent-session.js';
import { streamAnswer } from './stream-answer.js';

/** What the function that runs an agent receives in addition to the arguments of the call. */
export interface AgentRunContext {
  /**
   * A session of the toolkit for this run, with its own groups, state and budget. Its calls have the approver, the
   * identity, the client and the signal of the call that runs the agent.
   */
  readonly toolkit: ToolkitSession;
  /** The signal that aborts when the call is cancelled or out of time, and when the run has ended. */
  readonly signal: AbortSignal;
  /** Emits a chunk of the answer: a text, content blocks, a response or any other value. */
  readonly onChunk: (chunk: unknown) => void;
}

/** The function that runs an agent. It returns the answer, or streams it. */
// Declared as a method, so that the function may declare the type of its input.
export type AgentRunner = {
  // biome-ignore lint/suspicious/noExplicitAny: only the author can declare the type of the input.
  run(input: any, context: AgentRunContext): unknown;
}['run'];

/** The options of `agentTool`. */
export interface AgentToolOptions
  extends AgentSetup,
    Pick<
      ExecutorToolOptions,
      | 'title'
      | 'version'
      | 'group'
      | 'tags'
      | 'outputSchema'
      | 'examples'
      | 'annotations'
      | 'icons'
      | 'meta'
      | 'timeoutMs'
      | 'deadlineMs'
      | 'chunkTimeoutMs'
      | 'concurrency'
      | 'accumulate'
      | 'maxOutputChars'
      | 'canAccess'
      | 'needsApproval'
      | 'use'
    > {
  readonly name: string;
  readonly description: string;
  /** The schema of the arguments, which is published as it is. @default an object without properties */
  readonly input?: SchemaSource | undefined;
  readonly run: AgentRunner;
}

const setupNames: OptionNames<AgentSetup> = { toolkit: true, groups: true, state: true, budget: true, maxDepth: true };

const optionNames: OptionNames<AgentToolOptions> = {
  ...setupNames,
  name: true,
  description: true,
  input: true,
  run: true,
  title: true,
  version: true,
  group: true,
  tags: true,
  outputSchema: true,
  examples: true,
  annotations: true,
  icons: true,
  meta: true,
  timeoutMs: true,
  deadlineMs: true,
  chunkTimeoutMs: true,
  concurrency: true,
  accumulate: true,
  maxOutputChars: true,
  canAccess: true,
  needsApproval: true,
  use: true,
};

/**
 * Creates a tool that runs an agent: a loop of a model, with any SDK or none. Each call runs the agent with its own session
 * of the toolkit, whose calls are events of the toolkit with the `parentCallId` of the call. A run that ends without an
 * answer fails.
 *
 * @example
 * ```ts
 * const researcher = agentTool({
 *   name: 'research',
 *   description: 'Answers a question with the documents of the company',
 *   input: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
 *   groups: ['documents'],
 *   run: ({ question }, { toolkit, signal }) => runLoop({ prompt: question, toolkit, signal }),
 * });
 * toolkit.register(researcher);
 * ```
 * @throws DefinitionError on an unknown option, an invalid name or schema, and without a function `run`.
 */
export function agentTool(options: AgentToolOptions): ToolSpec {
  const { name, run, input, toolkit, groups, state, budget, maxDepth = 3, ...definition } = options;
  checkOptionNames(options, optionNames, `agentTool('${name}')`);
  if (typeof run !== 'function') {
    throw new DefinitionError(`agentTool('${name}'): run must be a function, not ${previewValue(run)}.`);
  }
  checkCount(maxDepth, `agentTool('${name}'): maxDepth`);
  if (budget?.calls !== undefined) checkCount(budget.calls, `agentTool('${name}'): budget.calls`);
  const setup = { toolkit, groups, state, budget, maxDepth };
  return ToolSpec.create({ ...definition, name, inputSchema: input, executor: new AgentExecutor(setup, run) });
}

/** The executor of a tool that runs an agent. */
class AgentExecutor implements ToolExecutor {
  readonly kind = 'agent';
  readonly #setup: AgentSetup & { readonly maxDepth: number };
  readonly #run: AgentRunner;

  constructor(setup: AgentSetup & { readonly maxDepth: number }, run: AgentRunner) {
    this.#setup = setup;
    this.#run = run;
  }

  execute(input: ToolArguments, context: ToolContext): AsyncGenerator<unknown, unknown> {
    // Every context of a call is a CallContext.
    const { call, signal, parent } = context as CallContext;
    const { session, end, ...run } = startAgent(this.#setup, { call, signal, parent: parent as RootCall | undefined });
    return streamAnswer(call.name, {
      run: (onChunk) => this.#run(input, { toolkit: session, signal: run.signal, onChunk }),
      end,
    });
  }
}
brandClass(AgentExecutor, brands.agentExecutor);
