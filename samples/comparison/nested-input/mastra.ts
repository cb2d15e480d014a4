import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const find = createTool({
  id: 'find',
  description: 'Find orders',
  inputSchema: z.object({
    states: z.array(z.enum(['open', 'paid'])),
    total: z.object({ min: z.number(), max: z.number() }),
  }),
  execute: async ({ context: { states, total } }) => `${states.join()} from ${total.min} to ${total.max}`,
});
