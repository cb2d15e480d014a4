import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const recite = createTool({
  id: 'recite',
  description: 'Recite a poem',
  inputSchema: z.object({ lines: z.number() }),
  execute: async ({ context, writer }) => {
    let poem = '';
    for (let line = 1; line <= context.lines; line++) {
      const text = `line ${line}; `;
      await writer?.write(text);
      poem += text;
    }
    return poem;
  },
});
