import { tool } from '@langchain/core/tools';
import { z } from 'zod';

export const orders = tool(({ status }, { configurable }) => `${status} orders of ${configurable?.tenant}`, {
  name: 'orders',
  description: 'List orders',
  schema: z.object({ status: z.string() }),
});
