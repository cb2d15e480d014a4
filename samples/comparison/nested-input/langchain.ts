import { tool } from '@langchain/core/tools';
import { z } from 'zod';

export const find = tool(({ states, total }) => `${states.join()} from ${total.min} to ${total.max}`, {
  name: 'find',
  description: 'Find orders',
  schema: z.object({
    states: z.array(z.enum(['open', 'paid'])),
    total: z.object({ min: z.number(), max: z.number() }),
  }),
});
