import type { ToolCall } from '../../call/call-options.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { type AgentCallOptions, type AgentOptions, separateOptions } from '../shared/agent-options.js';
import { joinSignals } from '../shared/join-signals.js';
import { type AgentTool, listTools } from '../shared/list-tools.js';
import { needsApproval, runCall } from '../shared/run-calls.js';
import type { MastraContext, MastraSchema, MastraTool, MastraToolSet } from './mastra-tool.js';
import { toModelOutput, toOutput } from './results.js';

// Mastra recognises its own tools by this symbol.
const toolMarker = Symbol.for('mastra.core.tool.Tool');

/** The schema of a MastraOutput. */
const outputSchema = {
  type: 'object',
  properties: {
    callId: { type: 'string' },
    toolName: { type: 'string' },
    content: { type: 'array', items: { type: 'object' } },
    structuredContent: {},
    meta: { type: 'object' },
    state: { type: 'string' },
    error: { type: 'object' },
  },
  required: ['callId', 'toolName', 'content', 'state'],
};

/**
 * Returns the tools of a toolkit or session for an agent of Mastra. Tools of inactive groups are included, because an agent
 * keeps its tools during a run: pass `prepareStep: followGroups(scope)`, which hides them.
 *
 * A call that needs approval uses the flow of Mastra's agents, unless the toolkit, the session or `options` has an approver.
 * In a workflow, in code mode and in a server of MCP, Mastra asks for no approval, so that such a call is denied.
 *
 * @example
 * ```ts
 * const agent = new Agent({ id: 'shop', name: 'Shop', instructions, model, tools: mastraTools(toolkit) });
 * const { text } = await agent.generate(prompt, { prepareStep: followGroups(toolkit) });
 * ```
 * @throws DefinitionError on an unknown group, name or version in `options`.
 */
export function mastraTools(scope: ToolScope, options: AgentOptions = {}): MastraToolSet {
  checkScope(scope, 'mastraTools');
  const { filter, calls } = separateOptions(options, 'mastraTools');
  return Object.fromEntries(listTools(scope, filter).map((tool) => [tool.name, createTool(tool, scope, calls)]));
}

function createTool(
  { name, title, description = '', schema }: AgentTool,
  scope: ToolScope,
  options: AgentCallOptions,
): MastraTool {
  const tool: MastraTool = {
    id: name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: toSchema(schema),
    outputSchema: toSchema(outputSchema),
    requireApproval: (input) => needsApproval(scope, { name, input }, options),
    execute: async (input, context = {}) => {
      const id = context.agent?.toolCallId;
      const call: ToolCall = { name, input, ...(id ? { id } : {}) };
      const signal = joinSignals(options.signal, context.abortSignal);
      const approver = await findApprover(scope, call, { options, context });
      const written: Promise<void>[] = [];
      const onChunk = (chunk: ToolResponse): void => {
        options.onChunk?.(chunk);
        if (context.writer !== undefined) written.push(context.writer.write(toOutput(chunk)));
      };
      const response = await runCall(scope, call, { ...options, signal, approver, onChunk });
      await Promise.allSettled(written);
      return toOutput(response);
    },
    toModelOutput,
  };
  return Object.assign(tool, { [toolMarker]: true });
}

function toSchema(schema: object): MastraSchema {
  // Mastra changes what it receives, to suit the provider.
  const copy = (): Record<string, unknown> => structuredClone(schema) as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'toolwright',
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}

interface FoundOptions {
  readonly options: AgentCallOptions;
  readonly context: MastraContext;
}

/** Returns an approver that lets a call run if an agent has asked its user, and no other approver decides. */
async function findApprover(
  scope: ToolScope,
  call: ToolCall,
  { options, context }: FoundOptions,
): Promise<AgentCallOptions['approver']> {
  // Only the loop of an agent passes its messages. It asks before it runs a tool that requires approval.
  const isAsked = (context.agent?.messages?.length ?? 0) > 0;
  return isAsked && (await needsApproval(scope, call, options)) ? () => 'approve' : options.approver;
}
