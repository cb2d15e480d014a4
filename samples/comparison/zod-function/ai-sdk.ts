import { tool } from 'ai';
import { z } from 'zod';

export const forecast = tool({
  description: 'Forecast the weather',
  inputSchema: z.object({ city: z.string(), days: z.number().min(1).max(7) }),
  execute: ({ city, days }) => `${days} days of sun in ${city}`,
});
