import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { strings } from '../../base/options/option-rules.js';
import type { GeminiFunctionResponse } from '../../call/response/tool-message.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { type GeminiFunctionDeclaration, toGemini } from '../../format/to-gemini.js';
import { isDirectlyCallable } from '../../tool/spec/is-directly-callable.js';
import { agentNames } from '../../toolkit/agent-option-names.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { exportEach } from '../../toolkit/export-each.js';
import { type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { functionResponses, type GeminiFunctionCall } from './messages.js';

/** A tool that the SDK of Gemini calls automatically: an item of `config.tools`. */
export interface GeminiCallableTool {
  /** Returns the declarations of the tools that are active now. */
  // biome-ignore lint/suspicious/noExplicitAny: the vendor's schema has a string enum, to which no literal is assignable.
  tool(): Promise<{ functionDeclarations: (Omit<GeminiFunctionDeclaration, 'parameters'> & { parameters?: any })[] }>;
  /** Runs calls at the same time, and returns their responses in the order of the calls. */
  callTool(calls: readonly GeminiFunctionCall[]): Promise<GeminiFunctionResponse[]>;
}

/** The options of `callableTool`. */
export interface CallableToolOptions extends AgentOptions {
  /**
   * The names of functions of other tools in the same request, whose calls this tool does not answer: the SDK passes each
   * call to every tool. @default no names
   */
  readonly otherTools?: readonly string[] | undefined;
}

const optionNames: OptionNames<CallableToolOptions> = { ...agentNames, otherTools: strings };

/**
 * Returns the active tools of a toolkit or session as one tool that the SDK of Gemini calls automatically. Each `tool()`
 * declares the tools that are active then: the SDK asks once per request. The SDK passes no signal: to abort the tools, pass
 * the `abortSignal` of the request as `signal` too.
 *
 * @example
 * ```ts
 * const config = { tools: [callableTool(toolkit, { signal })], abortSignal: signal };
 * const { text } = await ai.models.generateContent({ model, contents, config });
 * ```
 * @throws DefinitionError when the SDK asks, on an unknown group, name or version in `options`.
 */
export function callableTool(scope: ToolScope, options: CallableToolOptions = {}): GeminiCallableTool {
  checkScope(scope, 'callableTool');
  checkOptionNames(options, optionNames, 'callableTool');
  const { otherTools = [], ...agentOptions } = options;
  const { filter, calls } = separateOptions(agentOptions, 'callableTool');
  return {
    async tool() {
      const specs = scope.list({ ...filter, active: true }).filter(isDirectlyCallable);
      return { functionDeclarations: exportEach(specs, (spec) => spec.to(toGemini)) };
    },
    callTool(received) {
      const own = received.filter(({ name = '' }) => !otherTools.includes(name));
      return functionResponses(scope, own, calls);
    },
  };
}
