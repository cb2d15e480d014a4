import { tool } from '@openai/agents';
import { z } from 'zod';

export const forecast = tool({
  name: 'forecast',
  description: 'Forecast the weather',
  parameters: z.object({ city: z.string(), days: z.number().min(1).max(7) }),
  execute: ({ city, days }) => `${days} days of sun in ${city}`,
});
