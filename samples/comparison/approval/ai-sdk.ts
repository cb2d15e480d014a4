import { tool } from 'ai';
import { z } from 'zod';

export const order = tool({
  description: 'Order an article',
  inputSchema: z.object({ article: z.string() }),
  needsApproval: true,
  execute: ({ article }) => `Ordered ${article}`,
});
