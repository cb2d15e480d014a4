import { asSchema, executeTool, safeParseJSON } from '@ai-sdk/provider-utils';
import { tool } from 'ai';
import { inParallel } from './in-parallel.mjs';
import { searchSchema } from './search-schema.mjs';

const options = { toolCallId: 'call_1', messages: [] };

async function call({ inputSchema, execute }, args) {
  const validated = await asSchema(inputSchema).validate(args);
  return validated.success ? await execute(validated.value, options) : { message: validated.error.message };
}

/** What `generateText` does around one tool call of a model. */
async function callText({ inputSchema, execute }, text) {
  const parsed = await safeParseJSON({ text, schema: asSchema(inputSchema) });
  if (!parsed.success) return undefined;
  let output;
  for await (const part of executeTool({ execute, input: parsed.value, options })) output = part.output;
  return JSON.stringify(output);
}

function toolOf(execute) {
  return tool({ description: 'Search.', inputSchema: searchSchema, execute });
}

/** The AI SDK's tools, without a model around them. */
export const peer = {
  call: async ({ goodArguments, search, isFound }) => {
    const one = toolOf(search);
    return [{ name: 'AI SDK: validate, execute', run: () => call(one, goodArguments), works: isFound }];
  },
  text: async ({ goodText, search, isFound }) => {
    const one = toolOf(search);
    return [
      {
        name: 'AI SDK: parse and execute a tool call',
        run: () => callText(one, goodText),
        works: (text) => isFound(JSON.parse(text)),
      },
    ];
  },
  reject: async ({ badArguments, search }) => {
    const one = toolOf(search);
    return [
      {
        name: 'AI SDK: validate, refused',
        run: () => call(one, badArguments),
        works: ({ message }) => message.includes('query') && message.includes('limit') && message.includes('tags'),
      },
    ];
  },
  stream: async ({ watch, chunkCount }) => [
    {
      name: 'AI SDK: executeTool, per chunk',
      units: chunkCount,
      run: async () => {
        let parts = 0;
        for await (const part of executeTool({ execute: watch, input: {}, options })) if (part.output !== '') parts++;
        return parts;
      },
      works: (parts) => parts === chunkCount + 1,
    },
  ],
  parallel: async ({ goodArguments, wait }) => {
    const one = toolOf(wait);
    return [
      {
        name: 'AI SDK: validate, execute, in parallel',
        run: () => inParallel(() => call(one, goodArguments)),
        works: (count) => count === 1_000,
      },
    ];
  },
};
