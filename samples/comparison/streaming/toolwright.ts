import { tool } from 'toolwright';

/** Recite a poem */
function* recite(lines: number) {
  for (let line = 1; line <= lines; line++) yield `line ${line}; `;
}

export const reciteTool = tool(recite);
