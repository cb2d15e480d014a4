import { ToolExecutionError } from '../../base/errors/errors.js';
import type { AnthropicToolResult } from '../../call/response/tool-message.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import type { AnthropicTool } from '../../format/to-anthropic.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { joinSignals } from '../shared/join-signals.js';
import { runCall } from '../shared/run-calls.js';
import { toolResultBlock } from './results.js';

/** The call that the runner of Anthropic's SDK passes to a tool. */
export interface AnthropicRunContext {
  readonly toolUse: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
}

/** A tool that `toolRunner` of Anthropic's SDK runs. */
export interface AnthropicRunnableTool extends AnthropicTool {
  /** Runs a call. Rejects with the error class of the SDK if the call fails. */
  run(input: unknown, context?: AnthropicRunContext): Promise<AnthropicToolResult['content']>;
  /** Returns the arguments unchanged, because the toolkit validates them. */
  parse(input: unknown): unknown;
}

/**
 * Returns the active tools of a toolkit or session for `client.beta.messages.toolRunner`. The SDK fixes them when the runner
 * is created, and answers calls of other tools itself. Aborting the request of the runner aborts its tools.
 *
 * Tools that Anthropic runs are included, as `toAnthropic()` exports them. Their type is inferred from the use of the result,
 * and is not checked.
 *
 * @typeParam Hosted - The type of the tools that Anthropic runs.
 *
 * @example
 * ```ts
 * const runner = client.beta.messages.toolRunner({ model, max_tokens: 1024, messages, tools: betaTools(toolkit) });
 * const message = await runner;
 * ```
 * @throws DefinitionError on an unknown group, name or version in `options`.
 */
export function betaTools<Hosted = never>(
  scope: ToolScope,
  options: AgentOptions = {},
): (AnthropicRunnableTool | Hosted)[] {
  checkScope(scope, 'betaTools');
  const { filter, calls } = separateOptions(options, 'betaTools');
  const exported = scope.toAnthropic<Hosted & { readonly type: unknown }>(filter);
  return exported.map((tool) => ('type' in tool ? tool : createTool(tool, scope, calls)));
}

function createTool(tool: AnthropicTool, scope: ToolScope, options: AgentCallOptions): AnthropicRunnableTool {
  return {
    ...tool,
    async run(input, { toolUse, signal } = { toolUse: { id: '' } }) {
      const call = { name: tool.name, input, ...(toolUse.id === '' ? {} : { id: toolUse.id }) };
      const callOptions = { ...options, signal: joinSignals(options.signal, signal ?? undefined) };
      const response = await runCall(scope, call, callOptions);
      const { content, is_error: isError } = toolResultBlock(response);
      if (isError === true) throw await createSdkError(content, response);
      return content;
    },
    // The toolkit validates the arguments.
    parse: (input) => input,
  };
}

/** Creates the error with which a tool of the SDK fails: any other error would be shown with `Error: ` before its text. */
async function createSdkError(content: AnthropicToolResult['content'], response: ToolResponse): Promise<Error> {
  try {
    const { ToolError } = await import('@anthropic-ai/sdk/lib/tools/ToolError');
    return new ToolError(content);
  } catch {
    // The error of the import names a path, which the model must not read.
    return new ToolExecutionError(response.toText(), { toolName: response.toolName });
  }
}
