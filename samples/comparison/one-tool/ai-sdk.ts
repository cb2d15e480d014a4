import { tool } from 'ai';
import { z } from 'zod';

export const search = tool({
  description: 'Search the shop',
  inputSchema: z.object({
    query: z.string().describe('Words in the name of an article'),
    limit: z.number().describe('The number of articles'),
  }),
  execute: ({ query, limit }) => `${limit} kinds of ${query}`,
});
