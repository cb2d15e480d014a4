import { ToolExecutionError } from '../../../base/errors/errors.js';
import { McpLimitError } from './errors/remote-errors.js';

/** The limits for reading a list of tools. */
export interface ListLimits {
  /** The largest number of pages. @default 1000 */
  readonly maxPages: number;
  /** The largest number of tools. @default 20000 */
  readonly maxTools: number;
}

/** A function that requests one page of the list, by the cursor that the previous page returned. */
export type PageReader = (cursor: string | undefined) => Promise<unknown>;

/**
 * Reads all tools that a server lists, page by page, without validating them.
 *
 * @throws McpLimitError if the list exceeds a limit or a cursor is repeated.
 * @throws ToolExecutionError if a page is malformed.
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
      const how = cursors.has(nextCursor) ? 'with a repeated cursor' : `on more than ${maxPages} pages (maxPages)`;
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
  // Some servers send an empty cursor on the last page.
  return { listed: tools, nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
}
