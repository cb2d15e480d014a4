import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const order = createTool({
  id: 'order',
  description: 'Order an article',
  inputSchema: z.object({ article: z.string() }),
  requireApproval: true,
  execute: async ({ context }) => `Ordered ${context.article}`,
});
