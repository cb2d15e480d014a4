import { DynamicStructuredTool, type DynamicStructuredToolInput } from '@langchain/core/tools';
import type { ToolCall } from '../../call/call-options.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { joinSignals } from '../shared/join-signals.js';
import { type AgentTool, listTools } from '../shared/list-tools.js';
import { runCall } from '../shared/run-calls.js';
import { type Approvers, askForApproval } from './approval.js';
import { openCalls } from './open-calls.js';
import { toContentAndArtifact, toMessage } from './results.js';
import type { LangChainConfig } from './run-config.js';

/** A chunk of a streaming tool, as the stream mode `custom` of LangGraph emits it. */
export interface LangChainChunk extends Pick<ToolResponse, 'callId' | 'toolName' | 'content' | 'structuredContent'> {
  readonly type: 'tool_chunk';
}

/**
 * Returns the active tools of a toolkit or session for LangChain: for `createAgent` and `model.bindTools`. The model
 * receives the complete schema, and the toolkit validates the arguments, so that they are coerced and errors name the
 * fix. A failure is a ToolMessage with the status `error`. The artifact of a result is its structured content.
 *
 * Calls that need approval interrupt the graph before any call of the message runs, each with the requests of all of them.
 *
 * An agent keeps the tools with which it was created. Use `toolkitMiddleware`, or `toolNode` in a graph, to follow groups.
 *
 * @example
 * ```ts
 * const agent = createAgent({ model, tools: langchainTools(toolkit) });
 * ```
 * @throws DefinitionError on an unknown group, name or version in `options`.
 */
export function langchainTools(scope: ToolScope, options: AgentOptions = {}): DynamicStructuredTool[] {
  checkScope(scope, 'langchainTools');
  const { filter, calls } = separateOptions(options, 'langchainTools');
  const runner = new ToolRunner(scope, calls);
  return listTools(scope, { ...filter, active: true }).map((tool) => createTool(tool, runner));
}

/** Creates a tool that runs the calls of one name, which may be unknown to the toolkit. */
export function createTool(
  { name, description = '', schema }: Pick<AgentTool, 'name' | 'description'> & { readonly schema: object },
  runner: ToolRunner,
): DynamicStructuredTool {
  return new ToolkitTool({
    name,
    description,
    schema,
    responseFormat: 'content_and_artifact',
    func: (input, _, config) => runner.run({ name, input }, config),
  });
}

/**
 * A tool that sends its schema to the model, and accepts all arguments. LangChain would reject arguments that do not match
 * with an error that names no fix.
 */
class ToolkitTool extends DynamicStructuredTool {
  readonly #permissive: DynamicStructuredTool;

  constructor(fields: DynamicStructuredToolInput) {
    super(fields);
    this.#permissive = new DynamicStructuredTool({ ...fields, schema: {} });
  }

  override invoke(input: unknown, config?: object): Promise<never> {
    return this.#permissive.invoke(input, config);
  }
}

/** Runs the calls of tools that belong together: those of an agent or of a node. */
export class ToolRunner {
  readonly #scope: ToolScope;
  readonly #options: AgentCallOptions;
  // By the input of a node that runs several calls, so that the graph is interrupted once for all of them.
  readonly #asked = new WeakMap<
    object,
    { readonly calls: readonly ToolCall[]; readonly approvers: Promise<Approvers> }
  >();

  constructor(scope: ToolScope, options: AgentCallOptions) {
    this.#scope = scope;
    this.#options = options;
  }

  /** Runs a call, and returns its message or, if the tool was invoked without a call, its content and artifact. */
  async run({ name, input }: ToolCall, config: LangChainConfig): Promise<unknown> {
    const options = this.#options;
    const id = config.toolCall?.id;
    const call: ToolCall = { name, input, ...(id ? { id } : {}) };
    const approver = await this.#approverOf(call, config);
    const signal = joinSignals(options.signal, config.signal);
    const onChunk = (chunk: ToolResponse): void => {
      options.onChunk?.(chunk);
      config.writer?.(toChunk(chunk));
    };
    const response = await runCall(this.#scope, call, { ...options, approver, signal, onChunk });
    const [content, artifact] = toContentAndArtifact(response);
    // A message is passed on as it is, with its status.
    return id === undefined ? [content, artifact] : [toMessage(response, id), artifact];
  }

  /**
   * Returns the approver of a call. A graph passes a value with which it is resumed to all of its interrupts, so each
   * interrupt asks for all calls of the message, and a decision is only on the call at its index.
   */
  async #approverOf(call: ToolCall, config: LangChainConfig): Promise<Approvers[number]> {
    const opened = readCalls(config.state);
    const found = opened.findIndex(({ id }) => id !== undefined && id === call.id);
    const index = Math.max(found, 0);
    // A middleware may have changed the arguments.
    const calls = found < 0 ? [call] : opened.with(index, call);
    const key = found < 0 ? call : (config.state ?? call);
    const earlier = this.#asked.get(key);
    if (earlier !== undefined && JSON.stringify(earlier.calls[index]) === JSON.stringify(call)) {
      return (await earlier.approvers)[index];
    }
    const approvers = askForApproval(this.#scope, calls, { options: this.#options, config });
    this.#asked.set(key, { calls, approvers });
    try {
      return (await approvers)[index];
    } catch (thrown) {
      this.#asked.delete(key);
      throw thrown;
    }
  }
}

/** Returns the calls that a node answers, or none if its input has no messages. */
function readCalls(state: LangChainConfig['state']): readonly ToolCall[] {
  if (typeof state !== 'object' || state === null) return [];
  const messages = 'messages' in state ? state.messages : state;
  return Array.isArray(messages) ? openCalls(messages) : [];
}

function toChunk({ callId, toolName, content, structuredContent }: ToolResponse): LangChainChunk {
  return { type: 'tool_chunk', callId, toolName, content, structuredContent };
}
