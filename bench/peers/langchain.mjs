import { tool } from '@langchain/core/tools';
import { inParallel } from './in-parallel.mjs';
import { searchSchema } from './search-schema.mjs';

function toolOf(method) {
  return tool(method, { name: 'search', description: 'Search.', schema: searchSchema });
}

/** Tools of LangChain, without a model around them. */
export const peer = {
  call: async ({ goodArguments, search, isFound }) => {
    const one = toolOf(search);
    return [{ name: 'LangChain: tool.invoke', run: () => one.invoke(goodArguments), works: isFound }];
  },
  reject: async ({ badArguments, search }) => {
    const one = toolOf(search);
    return [
      {
        name: 'LangChain: tool.invoke, refused',
        run: () => one.invoke(badArguments).catch((error) => error),
        works: ({ message }) => message.includes('query') && message.includes('limit') && message.includes('tags'),
      },
    ];
  },
  stream: async ({ watch, chunkCount }) => {
    const one = toolOf(watch);
    return [
      {
        name: 'LangChain: a generator tool with an event callback, per chunk',
        units: chunkCount,
        run: async () => {
          let events = 0;
          const callbacks = [{ handleToolEvent: () => events++ }];
          await one.invoke({ query: 'x' }, { callbacks });
          return events;
        },
        works: (events) => events === chunkCount,
      },
    ];
  },
  parallel: async ({ goodArguments, wait }) => {
    const one = toolOf(wait);
    return [
      {
        name: 'LangChain: tool.invoke in parallel',
        run: () => inParallel(() => one.invoke(goodArguments)),
        works: (count) => count === 1_000,
      },
    ];
  },
};
