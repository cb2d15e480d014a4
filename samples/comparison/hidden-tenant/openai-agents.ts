import { type RunContext, tool } from '@openai/agents';
import { z } from 'zod';

export const orders = tool({
  name: 'orders',
  description: 'List orders',
  parameters: z.object({ status: z.string() }),
  execute: ({ status }, run?: RunContext<{ tenant: string }>) => `${status} orders of ${run?.context.tenant}`,
});
