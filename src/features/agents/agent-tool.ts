import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames, ownOptions } from '../../base/options/check-options.js';
import { callback, count, optionRule, optionsOf, secretObject, strings } from '../../base/options/option-rules.js';
import type { ToolState } from '../../call/state/tool-state.js';
import { Toolkit } from '../../facade/toolkit.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import type { ToolData } from '../../tool/spec/tool-data.js';
import { type ExecutorToolOptions, executorOptionNames, ToolSpec } from '../../tool/spec/tool-spec.js';
import { AgentExecutor, type AgentExecutorOptions, type AgentRunOptions } from './agent-executor.js';
import type { AgentBudget } from './call-budget.js';

/**
 * The type of the input of an agent. It is that of a DTO class or of a Standard Schema, and a record of unknown values for
 * a JSON Schema.
 */
export type AgentInput<Source> = Source extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Output
  : Source extends abstract new (
        ...args: never[]
      ) => infer Instance
    ? Instance
    : Readonly<Record<string, unknown>>;

/** The options of a tool that also apply to an agent. */
type AgentToolDefinition = Omit<
  ExecutorToolOptions,
  'executor' | 'inputSchema' | 'state' | 'stateScope' | 'strictReturn'
>;

/** The options of `agentTool`. */
export interface AgentToolOptions<Source extends SchemaSource, Input, Answer> extends AgentToolDefinition {
  /** The schema of the input. A JSON Schema is published as it is written. */
  readonly input: Source;
  /**
   * Runs the agent, and returns its answer: a value, a promise, or a stream whose chunks are those of the agent's call. The
   * answer of a run that returns undefined consists of its chunks.
   */
  readonly run: (input: Input, options: AgentRunOptions) => Answer;
  /** The toolkit whose tools the agent has. @default the toolkit or session that runs the call of the agent */
  readonly toolkit?: Toolkit | undefined;
  /**
   * The initially active groups of each run, in addition to the basic one.
   *
   * @default the active groups of the toolkit or session whose tools the agent has
   */
  readonly groups?: readonly string[] | undefined;
  /**
   * The state values of the session of each run, which receives a copy. Bindings look here first, and then in the state
   * of the agent's call.
   *
   * @default no values
   */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** The limits of the calls in one run. @default no limits */
  readonly budget?: AgentBudget | undefined;
  /** The maximum number of agents in whose runs this agent runs, one within another, itself included. @default 3 */
  readonly maxDepth?: number | undefined;
}

const {
  executor: _executor,
  inputSchema: _inputSchema,
  stateScope: _stateScope,
  strictReturn: _strictReturn,
  ...shared
} = executorOptionNames;

const toolkitRule = optionRule<Toolkit>('a Toolkit', Toolkit.is);

const optionNames: OptionNames<AgentToolOptions<SchemaSource, unknown, unknown>> = {
  ...shared,
  input: true,
  run: callback,
  toolkit: toolkitRule,
  groups: strings,
  state: secretObject,
  budget: optionsOf<AgentBudget>({ calls: count }, 'calls'),
  maxDepth: count,
};

/**
 * Creates a tool that runs an agent. Each run has its own session, whose calls have the caller, the approver and the
 * client of the agent's call. They are aborted with it, and emit their events with its ID as `parentCallId`.
 *
 * @example
 * ```ts
 * const research = agentTool({
 *   name: 'research',
 *   description: 'Answers a question from the archive',
 *   input: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
 *   run: async ({ question }, { toolkit, signal }) => answerWith(model, String(question), toolkit, signal),
 *   groups: ['archive'],
 *   budget: { calls: 20 },
 * });
 * ```
 * @throws DefinitionError on an invalid name, schema or limit, and without an input or a run.
 */
export function agentTool<Source extends SchemaSource, Answer, Input = AgentInput<Source>>(
  options: AgentToolOptions<Source, Input, Answer>,
): ToolSpec<ToolData<() => Answer>> {
  checkOptionNames(
    options,
    optionsOf<AgentToolOptions<SchemaSource, unknown, unknown>>(optionNames, 'run'),
    `agentTool: '${options.name}'`,
  );
  const { input, run, toolkit, groups, state, budget, maxDepth = 3, ...definition } = ownOptions(options, optionNames);
  // Options may come from plain JavaScript.
  if (input === undefined) {
    throw new DefinitionError(`agentTool: '${definition.name}' has no input. Pass the schema of its input.`);
  }
  const executor = new AgentExecutor({
    // The input has been validated against the schema from which its type is inferred.
    run: run as unknown as AgentExecutorOptions['run'],
    toolkit,
    groups: groups && [...groups],
    state,
    budget: budget && { ...budget },
    maxDepth,
  });
  return ToolSpec.create({ ...definition, inputSchema: input, executor }) as ToolSpec<ToolData<() => Answer>>;
}
