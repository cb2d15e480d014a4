import { inParallel } from './in-parallel.mjs';
import { searchSchema } from './search-schema.mjs';

async function call(args, method) {
  const { success, data, error } = searchSchema.safeParse(args);
  if (!success) return { message: error.message };
  return await method(data);
}

/** Zod by hand: check, then the method. */
export const peer = {
  call: async ({ goodArguments, search, isFound }) => [
    { name: 'zod: safeParse, then the method', run: () => call(goodArguments, search), works: isFound },
  ],
  reject: async ({ badArguments, search }) => [
    {
      name: 'zod: safeParse, refused',
      run: () => call(badArguments, search),
      works: ({ message }) => message.includes('query') && message.includes('limit') && message.includes('tags'),
    },
  ],
  parallel: async ({ goodArguments, wait }) => [
    {
      name: 'zod: safeParse, then the method, in parallel',
      run: () => inParallel(() => call(goodArguments, wait)),
      works: (count) => count === 1_000,
    },
  ],
};
