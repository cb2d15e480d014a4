import { tool } from 'toolwright';

/** Order an article */
function order(article: string) {
  return `Ordered ${article}`;
}

export const orderTool = tool(order, { needsApproval: true });
