import { query } from '@anthropic-ai/claude-agent-sdk';
import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { toolServer } from 'toolwright/claude-agent';
import { createDouble } from './double.mjs';

class Shop extends ToolRegistry {
  /** Returns the price of an article, in euros. */
  @Tool()
  price(article: string): number {
    return article === 'pot' ? 12 : 9;
  }
}
const toolkit = new Toolkit();
toolkit.register(new Shop());

const messages = query({
  prompt: 'What does a pot cost?',
  options: {
    mcpServers: { shop: await toolServer(toolkit, { name: 'shop' }) },
    allowedTools: ['mcp__shop__*'],
    ...createDouble({ server: 'shop', turns: [[{ id: 'call_1', name: 'price', input: { article: 'pot' } }]] }),
  },
});
for await (const message of messages) {
  if (message.type === 'result' && message.subtype === 'success') console.log(message.result);
}
