import 'reflect-metadata';
import { generateText, type ModelMessage, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { Toolkit } from 'toolwright';
import { aiTools, followGroups } from 'toolwright/ai-sdk';
import { Shop } from './shop.js';

// In place of a model: it orders two pots, and reports the result. A model sends such arguments, too.
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const result = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])).at(-1);
    const text = result?.type === 'tool-result' && result.output.type === 'text' ? result.output.value : '';
    const call = { toolCallId: 'call_1', toolName: 'order', input: '{"article":"pot","count":"2"}' };
    return {
      content: [text === '' ? { type: 'tool-call', ...call } : { type: 'text', text }],
      finishReason: { unified: text === '' ? 'tool-calls' : 'stop', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    };
  },
});

const toolkit = new Toolkit();
toolkit.register(new Shop());

const settings = {
  model,
  tools: aiTools(toolkit),
  prepareStep: followGroups(toolkit),
  stopWhen: stepCountIs(5),
};
const messages: ModelMessage[] = [{ role: 'user', content: 'Order two pots' }];
const asking = await generateText({ ...settings, messages });
messages.push(...asking.response.messages);

// The user approves the order.
const requests = asking.content.flatMap((part) => (part.type === 'tool-approval-request' ? [part] : []));
const responses = requests.map(({ approvalId }) => {
  return { type: 'tool-approval-response' as const, approvalId, approved: true };
});
messages.push({ role: 'tool', content: responses });
console.log((await generateText({ ...settings, messages })).text);
