import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const orders = createTool({
  id: 'orders',
  description: 'List orders',
  inputSchema: z.object({ status: z.string() }),
  execute: async ({ context, runtimeContext }) => `${context.status} orders of ${runtimeContext.get('tenant')}`,
});
