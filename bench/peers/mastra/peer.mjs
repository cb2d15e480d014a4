import { createTool } from '@mastra/core/tools';
import { inParallel } from '../in-parallel.mjs';
import { searchSchema } from '../search-schema.mjs';

function toolOf(method) {
  const execute = ({ context }) => method(context);
  return createTool({ id: 'search', description: 'Search.', inputSchema: searchSchema, execute });
}

/** Tools of Mastra, without an agent around them. */
export const peer = {
  call: async ({ goodArguments, search, isFound }) => {
    const one = toolOf(search);
    return [{ name: 'Mastra: tool.execute', run: () => one.execute({ context: goodArguments }), works: isFound }];
  },
  reject: async ({ badArguments, search }) => {
    const one = toolOf(search);
    return [
      {
        name: 'Mastra: tool.execute, refused',
        run: () => one.execute({ context: badArguments }),
        works: ({ message }) => message.includes('query') && message.includes('limit') && message.includes('tags'),
      },
    ];
  },
  parallel: async ({ goodArguments, wait }) => {
    const one = toolOf(wait);
    return [
      {
        name: 'Mastra: tool.execute in parallel',
        run: () => inParallel(() => one.execute({ context: goodArguments })),
        works: (count) => count === 1_000,
      },
    ];
  },
};
