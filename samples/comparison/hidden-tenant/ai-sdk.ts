import { tool } from 'ai';
import { z } from 'zod';

export const orders = tool({
  description: 'List orders',
  inputSchema: z.object({ status: z.string() }),
  execute: ({ status }, { experimental_context }) =>
    `${status} orders of ${(experimental_context as { tenant: string }).tenant}`,
});
