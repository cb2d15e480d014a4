import { tool } from '@openai/agents';
import { z } from 'zod';

export const order = tool({
  name: 'order',
  description: 'Order an article',
  parameters: z.object({ article: z.string() }),
  needsApproval: true,
  execute: ({ article }) => `Ordered ${article}`,
});
