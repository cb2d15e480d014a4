import { tool } from 'toolwright';

/**
 * Search the shop
 *
 * @param query - Words in the name of an article
 * @param limit - The number of articles
 */
function search(query: string, limit: number) {
  return `${limit} kinds of ${query}`;
}

export const searchTool = tool(search);
