import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** Creates a model that asks for the price of a pot, and then reports it. */
export function createModel() {
  return new MastraLanguageModelV2Mock({
    doGenerate: async ({ prompt }) => {
      const [result] = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
      const input = JSON.stringify({ article: 'pot' });
      const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'price', input };
      const text = { type: 'text', text: `A pot costs ${result?.output.value} euros.` };
      const finishReason = result === undefined ? 'tool-calls' : 'stop';
      return { content: [result === undefined ? call : text], finishReason, usage, warnings: [] };
    },
  });
}
