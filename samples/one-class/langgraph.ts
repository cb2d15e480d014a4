import 'reflect-metadata';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { Toolkit } from 'toolwright';
import { toolNode } from 'toolwright/langchain';
import { Shop } from './shop.js';

const toolkit = new Toolkit();
toolkit.register(new Shop());

// In place of a model with `langchainTools(toolkit)`: it orders two pots, and reports the result.
function callModel({ messages }: typeof MessagesAnnotation.State) {
  const last = messages.at(-1);
  const call = { id: 'call_1', name: 'order', args: { article: 'pot', count: '2' } };
  const answer = last?.getType() === 'tool' ? { content: last.content } : { content: '', tool_calls: [call] };
  return { messages: [new AIMessage(answer)] };
}

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', callModel)
  .addNode('tools', toolNode(toolkit))
  .addEdge(START, 'model')
  .addConditionalEdges('model', ({ messages }) => {
    const last = messages.at(-1);
    return AIMessage.isInstance(last) && (last.tool_calls ?? []).length > 0 ? 'tools' : END;
  })
  .addEdge('tools', 'model')
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: 'order' } };
await graph.invoke({ messages: [new HumanMessage('Order two pots')] }, config);

// The user approves the order.
const { messages } = await graph.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), config);
console.log(messages.at(-1)?.content);
