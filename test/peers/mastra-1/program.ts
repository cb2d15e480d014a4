import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createStep } from '@mastra/core/workflows';
import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { followGroups, mastraTools } from 'toolwright/mastra';
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

const agent = new Agent({
  id: 'shop',
  name: 'Shop',
  instructions: 'Answer questions about the shop.',
  model: createModel(),
  tools: mastraTools(toolkit),
});
// Runs that wait for an approval are stored.
new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });

const prepareStep = followGroups(toolkit);
let result = await agent.generate('What does a pot cost?', { prepareStep });
if (result.finishReason === 'suspended') {
  // Show the call to the user, and continue with their decision.
  const { toolCallId } = result.suspendPayload;
  result = await agent.approveToolCallGenerate({ runId: result.runId ?? '', toolCallId, prepareStep });
}
console.log(result.text);

// Tools are created for each request, with the identity of its user, and are steps of a workflow.
new Agent({
  id: 'own',
  name: 'Own',
  instructions: '',
  model: createModel(),
  tools: ({ requestContext }) => mastraTools(toolkit.session(), { auth: requestContext.get('user') }),
});
for (const tool of Object.values(mastraTools(toolkit))) createStep(tool);
