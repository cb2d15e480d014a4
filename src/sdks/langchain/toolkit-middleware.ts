import type { DynamicStructuredTool } from '@langchain/core/tools';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { createTool, langchainTools, ToolRunner } from './tools.js';

/** The system message of a request, to which the middleware adds instructions. */
export interface LangChainSystemMessage {
  readonly text: string;
  /** Returns the message with a text after its own. */
  concat(text: string): unknown;
}

/** The parts of the request of a model that the middleware changes. */
export interface LangChainModelRequest {
  readonly tools: readonly object[];
  readonly systemMessage: LangChainSystemMessage;
}

/** The parts of a call of a tool that the middleware reads. */
export interface LangChainToolRequest {
  readonly toolCall: { readonly name: string };
  readonly tool?: unknown;
}

/** The parts of a middleware of LangChain, as `createMiddleware` accepts them. */
export interface ToolkitMiddleware {
  name: string;
  /** Adds the tools and the instructions of the active groups to a request of the model. */
  wrapModelCall: <Request extends LangChainModelRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer,
  ) => Answer;
  /** Runs the calls of the toolkit's tools, and passes those of other tools on. */
  wrapToolCall: <Request extends LangChainToolRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer,
  ) => Answer;
}

/**
 * Returns the parts of a middleware with which an agent of LangChain follows a toolkit or session: each turn has the
 * tools of the groups that are active then, and their instructions. Calls of unknown and inactive tools are answered by
 * the toolkit. Pass it to `createMiddleware`, and pass only other tools as `tools`.
 *
 * @example
 * ```ts
 * const agent = createAgent({ model, tools: [], middleware: [createMiddleware(toolkitMiddleware(toolkit))] });
 * ```
 * @throws DefinitionError in a turn, on an unknown group, name or version in `options`.
 */
export function toolkitMiddleware(scope: ToolScope, options: AgentOptions = {}): ToolkitMiddleware {
  checkScope(scope, 'toolkitMiddleware');
  const { calls } = separateOptions(options, 'toolkitMiddleware');
  const runner = new ToolRunner(scope, calls);
  return {
    name: 'toolwright',
    wrapModelCall: (request, handler) => {
      const tools: readonly DynamicStructuredTool[] = langchainTools(scope, options);
      return handler({ ...request, tools: [...request.tools, ...tools], ...addInstructions(request, scope) });
    },
    wrapToolCall: (request, handler) => {
      // A tool that was passed to the agent.
      if (request.tool !== undefined) return handler(request);
      const { name } = request.toolCall;
      return handler({ ...request, tool: createTool({ name, schema: {} }, runner) });
    },
  };
}

function addInstructions({ systemMessage }: LangChainModelRequest, scope: ToolScope): object {
  const instructions = scope.getGroupInstructions();
  if (instructions === '') return {};
  return { systemMessage: systemMessage.concat(systemMessage.text === '' ? instructions : `\n\n${instructions}`) };
}
