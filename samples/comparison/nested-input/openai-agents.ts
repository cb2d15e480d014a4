import { tool } from '@openai/agents';
import { z } from 'zod';

export const find = tool({
  name: 'find',
  description: 'Find orders',
  parameters: z.object({
    states: z.array(z.enum(['open', 'paid'])),
    total: z.object({ min: z.number(), max: z.number() }),
  }),
  execute: ({ states, total }) => `${states.join()} from ${total.min} to ${total.max}`,
});
