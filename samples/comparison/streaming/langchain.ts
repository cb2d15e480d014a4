import { tool } from '@langchain/core/tools';
import { z } from 'zod';

export const recite = tool(
  async function* ({ lines }) {
    let poem = '';
    for (let line = 1; line <= lines; line++) {
      const text = `line ${line}; `;
      yield text;
      poem += text;
    }
    return poem;
  },
  { name: 'recite', description: 'Recite a poem', schema: z.object({ lines: z.number() }) },
);
