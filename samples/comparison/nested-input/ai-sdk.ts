import { tool } from 'ai';
import { z } from 'zod';

export const find = tool({
  description: 'Find orders',
  inputSchema: z.object({
    states: z.array(z.enum(['open', 'paid'])),
    total: z.object({ min: z.number(), max: z.number() }),
  }),
  execute: ({ states, total }) => `${states.join()} from ${total.min} to ${total.max}`,
});
