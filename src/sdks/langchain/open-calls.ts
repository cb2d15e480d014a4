import type { ToolCall } from '../../call/call-options.js';

/** The parts of a message of LangChain that are read. */
export interface LangChainMessage {
  getType(): string;
  readonly tool_calls?: readonly ModelCall[] | undefined;
  readonly tool_call_id?: string | undefined;
}

interface ModelCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args: unknown;
}

/** Returns the calls of the last message of a model that no later message answers. */
export function openCalls(messages: readonly LangChainMessage[]): readonly ToolCall[] {
  const { tool_calls: calls = [] } = messages.findLast((message) => message.getType() === 'ai') ?? {};
  return calls
    .filter(({ id }) => !id || messages.every(({ tool_call_id }) => tool_call_id !== id))
    .map(({ id, name, args: input }) => ({ name, input, ...(id ? { id } : {}) }));
}
