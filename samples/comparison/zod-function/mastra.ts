import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const forecast = createTool({
  id: 'forecast',
  description: 'Forecast the weather',
  inputSchema: z.object({ city: z.string(), days: z.number().min(1).max(7) }),
  execute: async ({ context }) => `${context.days} days of sun in ${context.city}`,
});
