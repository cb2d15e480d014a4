import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';

/** Runs one call in an agent of `createAgent`. */
export async function run({ middleware, tools, ...program }, { tool, input, tenant, approves }) {
  const all = tools ?? Object.values(program);
  const model = fakeModel()
    .respondWithTools([{ id: 'call_1', name: tool, args: input }])
    .respond(new AIMessage('done'));
  const agent = createAgent({
    model,
    tools: all,
    middleware: middleware === undefined ? [] : [middleware],
    checkpointer: new MemorySaver(),
  });
  const shown = [];
  const handleToolEvent = (chunk) => shown.push((shown.at(-1) ?? '') + chunk);
  const config = { configurable: { thread_id: '1', tenant }, callbacks: [{ handleToolEvent }] };
  let state = await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] }, config);
  const approvals = state.__interrupt__?.length ?? 0;
  if (approvals > 0) {
    const decision = approves ? { type: 'approve' } : { type: 'reject' };
    state = await agent.invoke(new Command({ resume: { decisions: [decision] } }), config);
  }
  return {
    definitions: all.map((one) => convertToOpenAITool(one).function),
    shown,
    approvals,
    result: state.messages.find((message) => message.getType() === 'tool').text,
  };
}
