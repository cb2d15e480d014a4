import { errorFromInfo, type ToolErrorInfo, ToolExecutionError } from '../../base/errors/errors.js';
import type { ToolCall } from '../../call/call-options.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { accumulateCall } from '../shared/accumulate-call.js';
import { type AgentCallOptions, type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { joinSignals } from '../shared/join-signals.js';
import { type AgentTool, listTools } from '../shared/list-tools.js';
import { needsApproval } from '../shared/run-calls.js';
import type { AiCallOptions, AiModelOutput, AiTool, AiToolSet } from './ai-tool.js';
import { isObject, type MediaForm, responseToModelOutput, toModelOutput, toOutput } from './results.js';

// `jsonSchema()` of the AI SDK marks its result with this symbol.
const schemaSymbol = Symbol.for('vercel.ai.schema');

/**
 * Returns the tools of a toolkit or session for `generateText` and `streamText` of the AI SDK. Tools of inactive groups
 * are included, because the SDK cannot add a tool during a run: pass `prepareStep: followGroups(scope)`, which hides them.
 *
 * The output of a tool is its data. A tool that streams has preliminary results with the output so far, and one that fails
 * throws. A call that needs approval uses the SDK's own flow, unless the toolkit, the
 * session or `options` has an approver.
 *
 * @example
 * ```ts
 * const { text } = await generateText({ model, prompt, tools: aiTools(toolkit), prepareStep: followGroups(toolkit) });
 * ```
 * @typeParam Tools - The types of the tools of the toolkit or session.
 * @throws DefinitionError on an unknown group, name or version in `options`.
 */
export function aiTools<Tools>(scope: ToolScope<Tools>, options?: AgentOptions): AiToolSet<Tools>;
export function aiTools(scope: ToolScope, options: AgentOptions = {}): AiToolSet {
  checkScope(scope, 'aiTools');
  const { filter, calls } = separateOptions(options, 'aiTools');
  return Object.fromEntries(listTools(scope, filter).map((tool) => [tool.name, createTool(tool, scope, calls)]));
}

function createTool(
  { name, title, description, schema }: AgentTool,
  scope: ToolScope,
  options: AgentCallOptions,
): AiTool {
  const toCall = (input: unknown, id: string): ToolCall => ({ id, name, input });
  // The data of a ToolResult may differ from its content. By object, so that no other call can have the ID.
  const shown = new WeakMap<object, AiModelOutput>();
  let form: MediaForm = 'ai 6';
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: { [schemaSymbol]: true, jsonSchema: schema, validate: undefined },
    needsApproval: (input, { toolCallId }) => needsApproval(scope, toCall(input, toolCallId), options),
    async *execute(input, sdkOptions) {
      // Version 7 has an option that version 6 calls `experimental_context`.
      if ('context' in sdkOptions) form = 'ai 7';
      const call = toCall(input, sdkOptions.toolCallId);
      const signal = joinSignals(options.signal, sdkOptions.abortSignal);
      const approver = await findApprover(scope, call, { options, sdkOptions });
      for await (const response of accumulateCall(scope, call, { ...options, signal, approver })) {
        const forModel = responseToModelOutput(response, form);
        const { error, toolName } = response;
        if (error !== undefined) throw createFailure(error, toolName, forModel);
        const output = toOutput(response, forModel);
        if (isObject(output)) shown.set(output, forModel);
        yield output;
      }
    },
    toModelOutput: ({ output }) => (isObject(output) && shown.get(output)) || toModelOutput(output, form),
  };
}

/** Creates the error of a failed call, whose message the SDK passes to the model. */
function createFailure(info: ToolErrorInfo, toolName: string, forModel: AiModelOutput): ToolExecutionError {
  const message = 'reason' in forModel ? forModel.reason : String(forModel.value);
  const failure = new ToolExecutionError(message, { toolName, cause: errorFromInfo(info, toolName) });
  // Version 7 passes the text of the error, which begins with the name of its class.
  failure.toString = () => message;
  return failure;
}

interface FoundOptions {
  readonly options: AgentCallOptions;
  readonly sdkOptions: AiCallOptions;
}

/** Returns an approver that lets a call run if its user has approved it, and no other approver decides. */
async function findApprover(
  scope: ToolScope,
  call: ToolCall,
  { options, sdkOptions }: FoundOptions,
): Promise<AgentCallOptions['approver']> {
  const isApproved = isApprovedIn(sdkOptions.messages, sdkOptions.toolCallId);
  return isApproved && (await needsApproval(scope, call, options)) ? () => 'approve' : options.approver;
}

interface ApprovalPart {
  readonly type?: string;
  readonly approvalId?: string;
  readonly toolCallId?: string;
  readonly approved?: boolean;
}

/** Checks whether the messages of a conversation contain a request for the approval of a call, and a positive response. */
function isApprovedIn(messages: readonly unknown[], toolCallId: string): boolean {
  const parts = messages.flatMap((message) => {
    const { content } = message as { readonly content?: unknown };
    return Array.isArray(content) ? (content as ApprovalPart[]) : [];
  });
  const requests = parts.filter((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId);
  const responses = parts.filter(({ type, approved }) => type === 'tool-approval-response' && approved === true);
  return requests.some((request) => responses.some(({ approvalId }) => approvalId === request.approvalId));
}
