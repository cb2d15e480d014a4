import { RunContext, tool } from '@openai/agents-core';
import { searchSchema } from './search-schema.mjs';

// Strict mode has no optional parameters.
const parameters = searchSchema.required();

/** A function tool of the Agents SDK, without a model around it. */
export const peer = {
  text: async ({ goodText, search, isFound }) => {
    const one = tool({ name: 'search', description: 'Search.', parameters, execute: search });
    const context = new RunContext();
    return [
      {
        name: 'OpenAI Agents: tool.invoke',
        run: async () => JSON.stringify(await one.invoke(context, goodText)),
        works: (text) => isFound(JSON.parse(text)),
      },
    ];
  },
};
