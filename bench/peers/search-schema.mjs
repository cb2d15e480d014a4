import { z } from 'zod';

/** The arguments of the tool that all contenders run, in zod. */
export const searchSchema = z.strictObject({
  query: z.string().min(1),
  limit: z.int().min(1).max(100).default(10),
  tags: z.array(z.string()).optional(),
  filter: z.object({ field: z.string(), op: z.enum(['eq', 'lt', 'gt']), value: z.number() }).optional(),
});
