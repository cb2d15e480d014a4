import { tool } from 'toolwright';
import { z } from 'zod';

export const forecast = tool(({ city, days }) => `${days} days of sun in ${city}`, {
  name: 'forecast',
  description: 'Forecast the weather',
  inputSchema: z.object({ city: z.string(), days: z.number().min(1).max(7) }),
});
