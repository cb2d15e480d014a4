import { tool } from '@langchain/core/tools';
import { z } from 'zod';

export const search = tool(({ query, limit }) => `${limit} kinds of ${query}`, {
  name: 'search',
  description: 'Search the shop',
  schema: z.object({
    query: z.string().describe('Words in the name of an article'),
    limit: z.number().describe('The number of articles'),
  }),
});
