import { tool } from '@langchain/core/tools';
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { createAgent, createMiddleware } from 'langchain';
import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { fromLangChain, langchainTools, toolkitMiddleware, toolNode } from 'toolwright/langchain';
import { z } from 'zod';
import { createModel } from './double.mjs';

class Shop extends ToolRegistry {
  /** Returns the price of an article, in euros. */
  @Tool({ needsApproval: true })
  price(article: string): number {
    return article === 'pot' ? 12 : 9;
  }
}
const toolkit = new Toolkit();
toolkit.register(new Shop());

const middleware = createMiddleware(toolkitMiddleware(toolkit));
const checkpointer = new MemorySaver();
const agent = createAgent({ model: createModel(), tools: [], middleware: [middleware], checkpointer });

const config = { configurable: { thread_id: 'one' } };
let state = await agent.invoke({ messages: [{ role: 'user', content: 'What does a pot cost?' }] }, config);
if ('__interrupt__' in state) {
  // Show the requests to the user, and resume with their decisions.
  state = await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), config);
}
console.log(state.messages.at(-1)?.text);

// The same in a graph.
const model = createModel();
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => {
    return { messages: [await (model.bindTools?.(langchainTools(toolkit)) ?? model).invoke(messages)] };
  })
  .addNode('tools', toolNode(toolkit, { approver: () => 'approve' }))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile();
const ended = await graph.invoke({ messages: [{ role: 'user', content: 'What does a pot cost?' }] });
console.log(ended.messages.at(-1)?.text);

// A tool of LangChain in a toolkit.
const stock = tool(({ article }) => (article === 'pot' ? 3 : 0), {
  name: 'stock',
  description: 'Counts the articles in stock',
  schema: z.object({ article: z.string() }),
});
toolkit.register(fromLangChain(stock));

// The tools are accepted wherever LangChain accepts its own.
createAgent({ model: createModel(), tools: langchainTools(toolkit) });
console.log(new ToolNode(langchainTools(toolkit)).tools.length);
