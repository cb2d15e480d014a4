import { tool } from '@openai/agents';
import { z } from 'zod';

export const search = tool({
  name: 'search',
  description: 'Search the shop',
  parameters: z.object({
    query: z.string().describe('Words in the name of an article'),
    limit: z.number().describe('The number of articles'),
  }),
  execute: ({ query, limit }) => `${limit} kinds of ${query}`,
});
