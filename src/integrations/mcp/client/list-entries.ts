import { ToolExecutionError } from '../../../base/errors/errors.js';
import { McpLimitError } from './errors/remote-errors.js';

/** The limits for reading a list. */
export interface ListLimits {
  /** The largest number of pages. @default 1000 */
  readonly maxPages: number;
  /** The largest number of entries. */
  readonly maxEntries: number;
  /** The name of the option that sets the largest number of entries. */
  readonly option: string;
}

/** What is listed. */
export interface ListedKind {
  readonly method: string;
  /** The key of the entries in a page. */
  readonly key: string;
  /** The plural of the entries, for errors. */
  readonly what: string;
}

/** A function that requests one page of the list, by the cursor that the previous page returned. */
export type PageReader = (cursor: string | undefined) => Promise<unknown>;

/**
 * Reads all entries that a server lists, page by page, without validating them.
 *
 * @throws McpLimitError if the list exceeds a limit or a cursor is repeated.
 * @throws ToolExecutionError if a page is malformed.
 */
export async function listEntries(
  { server, kind }: { readonly server: string; readonly kind: ListedKind },
  readPage: PageReader,
  { maxPages, maxEntries, option }: ListLimits,
): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { listed, nextCursor } = pageOf(server, kind, await readPage(cursor));
    if (entries.length + listed.length > maxEntries) {
      const limit = { limit: option, value: maxEntries };
      throw new McpLimitError(`'${server}' lists more than ${maxEntries} ${kind.what} (${option}).`, limit);
    }
    for (const entry of listed) entries.push(entry);
    if (nextCursor === undefined) return entries;
    if (page >= maxPages || cursors.has(nextCursor)) {
      const how = cursors.has(nextCursor) ? 'with a repeated cursor' : `on more than ${maxPages} pages (maxPages)`;
      throw new McpLimitError(`'${server}' lists its ${kind.what} ${how}.`, { limit: 'maxPages', value: maxPages });
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}

function pageOf(
  server: string,
  { method, key, what }: ListedKind,
  page: unknown,
): { readonly listed: readonly unknown[]; readonly nextCursor: string | undefined } {
  const { [key]: listed, nextCursor } = (page ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(listed))
    throw new ToolExecutionError(`'${server}' answered '${method}' without a list of ${what}.`);
  // Some servers send an empty cursor on the last page.
  return { listed, nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
}
