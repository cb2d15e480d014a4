import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { RuntimeContext } from '@mastra/core/runtime-context';
import { InMemoryStore } from '@mastra/core/storage';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** Runs one call in an agent. */
export async function run(program, { tool, input, tenant, approves }) {
  const { tools = program } = program;
  const prompts = [];
  const model = {
    specificationVersion: 'v2',
    provider: 'double',
    modelId: 'double',
    supportedUrls: {},
    doStream: async (call) => {
      prompts.push(call);
      const { name } = call.tools.find((one) => one.name.endsWith(tool));
      const content = { type: 'tool-call', toolCallId: 'call_1', toolName: name, input: JSON.stringify(input) };
      const isFirst = call.prompt.at(-1).role === 'user';
      const finish = { type: 'finish', finishReason: isFirst ? 'tool-calls' : 'stop', usage };
      return {
        stream: ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...(isFirst ? [content] : []), finish]),
      };
    },
  };
  const agent = new Agent({ name: 'agent', instructions: '', model, tools });
  // Runs that wait for an approval are stored.
  new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
  const runtimeContext = new RuntimeContext([['tenant', tenant]]);
  const shown = [];
  let approvals = 0;
  let stream = await agent.stream('Go', { runtimeContext, maxSteps: 2 });
  while (stream !== undefined) {
    let next;
    for await (const { type, runId, payload } of stream.fullStream) {
      if (type === 'tool-output') shown.push((shown.at(-1) ?? '') + payload.output);
      if (type !== 'tool-call-approval') continue;
      approvals++;
      next = { runId, toolCallId: payload.toolCallId };
    }
    stream = next && (await (approves ? agent.approveToolCall(next) : agent.declineToolCall(next)));
  }
  const { output } = prompts.at(-1).prompt.at(-1).content[0];
  return {
    definitions: prompts[0].tools.map(({ name, description, inputSchema }) => ({
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
  return type === 'json' ? (value.message ?? value.content[0].text) : value;
}
