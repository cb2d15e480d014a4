import { humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';

export const order = tool(({ article }) => `Ordered ${article}`, {
  name: 'order',
  description: 'Order an article',
  schema: z.object({ article: z.string() }),
});

export const middleware = humanInTheLoopMiddleware({ interruptOn: { order: true } });
