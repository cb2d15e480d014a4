import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const search = createTool({
  id: 'search',
  description: 'Search the shop',
  inputSchema: z.object({
    query: z.string().describe('Words in the name of an article'),
    limit: z.number().describe('The number of articles'),
  }),
  execute: async ({ context }) => `${context.limit} kinds of ${context.query}`,
});
