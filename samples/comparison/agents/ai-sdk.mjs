import { stepCountIs, streamText } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Runs one call in the loop of `streamText`. */
export async function run(program, { tool, input, tenant, approves }) {
  const call = { type: 'tool-call', toolCallId: 'call_1', toolName: tool, input: JSON.stringify(input) };
  const model = new MockLanguageModelV3({
    doStream: async ({ prompt }) => {
      const content = prompt.at(-1).role === 'user' ? [call] : [];
      const finishReason = { unified: content.length > 0 ? 'tool-calls' : 'stop', raw: undefined };
      return { stream: simulateReadableStream({ chunks: [...content, { type: 'finish', finishReason, usage }] }) };
    },
  });
  const { tools = program } = program;
  const settings = { model, tools, experimental_context: { tenant }, stopWhen: stepCountIs(2) };
  const messages = [{ role: 'user', content: 'Go' }];
  const shown = [];
  let approvals = 0;
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    const stream = streamText({ ...settings, messages });
    const content = [];
    for await (const part of stream.fullStream) {
      if (part.type === 'tool-result' && part.preliminary) shown.push(part.output);
      if (part.type !== 'tool-approval-request') continue;
      approvals++;
      content.push({ type: 'tool-approval-response', approvalId: part.approvalId, approved: approves });
    }
    messages.push(...(await stream.response).messages);
    if (content.length === 0) continue;
    messages.push({ role: 'tool', content });
    isOpen = true;
  }
  const { output } = model.doStreamCalls.at(-1).prompt.at(-1).content[0];
  const definitions = model.doStreamCalls[0].tools;
  return {
    definitions: definitions.map(({ name, description, inputSchema }) => ({
      name,
      description,
      parameters: inputSchema,
    })),
    shown,
    approvals,
    result: textOf(output),
  };
}

function textOf({ type, value }) {
  return type === 'content' ? value[0].text : (value ?? type);
}
