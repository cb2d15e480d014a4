import type { ToolScope } from '../../facade/tool-scope.js';
import { type OpenAIChatTool, toOpenAIChat } from '../../format/to-openai.js';
import type { ToolDescriptor } from '../../format/tool-descriptor.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { joinSignals } from '../shared/join-signals.js';
import { runCall } from '../shared/run-calls.js';
import { toolMessage } from './results.js';

/** The runner of OpenAI's SDK that calls a tool. */
export interface OpenAIRunner {
  readonly controller: AbortController;
}

/** A tool that `runTools` of OpenAI's SDK runs. */
export interface OpenAIRunnableTool {
  type: 'function';
  function: {
    name: string;
    description: string;
    parameters: Record<string, unknown>;
    strict: boolean;
    /** Runs a call with the JSON text of its arguments, and returns the text for the model. */
    function(args: string, runner: OpenAIRunner): Promise<string>;
  };
}

/**
 * Returns the active tools of a toolkit or session for `client.chat.completions.runTools`, deferred ones included. The SDK
 * fixes them when the run starts, and answers calls of other tools itself. Aborting the run aborts its tools.
 *
 * @example
 * ```ts
 * const runner = client.chat.completions.runTools({ model, messages, tools: runnableTools(toolkit) });
 * console.log(await runner.finalContent());
 * ```
 * @throws DefinitionError on an unknown group, name or version in `options`.
 */
export function runnableTools(scope: ToolScope, options: AgentOptions = {}): OpenAIRunnableTool[] {
  checkScope(scope, 'runnableTools');
  const { filter, calls } = separateOptions(options, 'runnableTools');
  // The SDK parses the arguments of strict tools itself, and malformed ones would end the run.
  const toFunction = (tool: ToolDescriptor): OpenAIFunction => toOpenAIChat(tool, { strict: false }).function;
  const exported = scope.to(toFunction, { ...filter, deferLoading: false });
  return exported.map((definition) => createTool(definition, scope, calls));
}

type OpenAIFunction = OpenAIChatTool['function'];

function createTool(
  { description = '', ...definition }: OpenAIFunction,
  scope: ToolScope,
  options: AgentCallOptions,
): OpenAIRunnableTool {
  const { name } = definition;
  return {
    type: 'function',
    function: {
      ...definition,
      description,
      // Without `parse`, so that the toolkit repairs or rejects the text.
      async function(input, { controller }) {
        const signal = joinSignals(options.signal, controller.signal);
        return toolMessage(await runCall(scope, { name, input }, { ...options, signal })).content;
      },
    },
  };
}
