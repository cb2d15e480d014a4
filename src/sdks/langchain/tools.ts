import { DynamicStructuredTool, type DynamicStructuredToolInput } from '@langchain/core/tools';
import type { ToolCall } from '../../call/call-options.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { joinSignals } from '../shared/join-signals.js';
import { type AgentTool, listTools } from '../shared/list-tools.js';
import { runCall } from '../shared/run-calls.js';
import { askForApproval } from './approval.js';
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
  return listTools(scope, { ...filter, active: true }).map((tool) => createTool(tool, scope, calls));
}

/** Creates a tool that runs the calls of one name, which may be unknown to the toolkit. */
export function createTool(
  { name, description = '', schema }: Pick<AgentTool, 'name' | 'description'> & { readonly schema: object },
  scope: ToolScope,
  options: AgentCallOptions,
): DynamicStructuredTool {
  return new ToolkitTool({
    name,
    description,
    schema,
    responseFormat: 'content_and_artifact',
    func: (input, _, config) => runTool(scope, { name, input }, { options, config }),
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

interface ToolRun {
  readonly options: AgentCallOptions;
  readonly config: LangChainConfig;
}

/** Runs a call, and returns its message or, if the tool was invoked without a call, its content and artifact. */
async function runTool(scope: ToolScope, { name, input }: ToolCall, { options, config }: ToolRun): Promise<unknown> {
  const id = config.toolCall?.id;
  const call: ToolCall = { name, input, ...(id ? { id } : {}) };
  const [approver] = await askForApproval(scope, [call], { options, config });
  const signal = joinSignals(options.signal, config.signal);
  const onChunk = (chunk: ToolResponse): void => {
    options.onChunk?.(chunk);
    config.writer?.(toChunk(chunk));
  };
  const response = await runCall(scope, call, { ...options, approver, signal, onChunk });
  const [content, artifact] = toContentAndArtifact(response);
  // A message is passed on as it is, with its status.
  return id === undefined ? [content, artifact] : [toMessage(response, id), artifact];
}

function toChunk({ callId, toolName, content, structuredContent }: ToolResponse): LangChainChunk {
  return { type: 'tool_chunk', callId, toolName, content, structuredContent };
}
