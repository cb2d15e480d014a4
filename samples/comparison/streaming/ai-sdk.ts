import { tool } from 'ai';
import { z } from 'zod';

export const recite = tool({
  description: 'Recite a poem',
  inputSchema: z.object({ lines: z.number() }),
  async *execute({ lines }) {
    let poem = '';
    for (let line = 1; line <= lines; line++) {
      poem += `line ${line}; `;
      yield poem;
    }
  },
});
