import { MockLanguageModelV4 } from 'ai/test';

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** A model that searches for tea, and then reports the result. */
export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
    const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'search', input: '{"query":"tea","limit":"1"}' };
    const [result] = results;
    const content = result === undefined ? call : { type: 'text', text: `I found ${result.output.value}.` };
    const finishReason = { unified: result === undefined ? 'tool-calls' : 'stop', raw: undefined };
    return { content: [content], finishReason, usage, warnings: [] };
  },
});
