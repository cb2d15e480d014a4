import { ToolExecutionError } from '../../errors.js';
import { McpLimitError } from './remote-errors.js';

/** How much of a list is read. */
export interface ListLimits {
  /** @default 1000 */
  readonly maxPages: number;
  /** @default 20000 */
  readonly maxTools: number;
}

/** Asks for one page of the list, by the cursor that the page before gave. */
export type PageReader = (cursor: string | undefined) => Promise<unknown>;

/**
 * All tools that a server lists, page after page, not looked into.
 *
 * @throws McpLimitError if they go on beyond a limit, or in a circle; ToolExecutionError if a page is no page.
 */
export async function listTools(
  server: string,
  readPage: PageReader,
  { maxPages, maxTools }: ListLimits,
): Promise<readonly unknown[]> {
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { listed, nextCursor } = pageOf(server, await readPage(cursor));
    if (tools.length + listed.length > maxTools) {
      const limit = { limit: 'maxTools', value: maxTools };
      throw new McpLimitError(`'${server}' lists more than ${maxTools} tools (maxTools).`, limit);
    }
    for (const tool of listed) tools.push(tool);
    if (nextCursor === undefined) return tools;
    if (page >= maxPages || cursors.has(nextCursor)) {
      const how = cursors.has(nextCursor) ? 'in a circle' : `on more than ${maxPages} pages (maxPages)`;
      throw new McpLimitError(`'${server}' lists its tools ${how}.`, { limit: 'maxPages', value: maxPages });
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}

function pageOf(
  server: string,
  page: unknown,
): { readonly listed: readonly unknown[]; readonly nextCursor: string | undefined } {
  const { tools, nextCursor } = (page ?? {}) as { readonly tools?: unknown; readonly nextCursor?: unknown };
  if (!Array.isArray(tools)) throw new ToolExecutionError(`'${server}' answered 'tools/list' without a list of tools.`);
  // An empty cursor is none: servers that have no more say so in either way.
  return { listed: tools, nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
}
