import { decodeBase64, encodeBase64Url } from '../../../base/text/base64.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** The options of a page. */
export interface PageOptions {
  /** The cursor that the previous page returned; undefined for the first page. */
  readonly cursor: unknown;
  readonly pageSize: number;
}

/**
 * Returns one page of a list. A cursor holds the name of the last item, so that a list that changes between two pages
 * repeats and omits nothing. It also holds the item's position, in case the item has been removed.
 *
 * @throws McpProtocolError if this function did not create the cursor.
 */
export function pageOf<T extends { readonly name: string }>(
  items: readonly T[],
  { cursor, pageSize }: PageOptions,
): Page<T> {
  const from = cursor === undefined ? 0 : placeAfter(items, readCursor(cursor));
  const page = items.slice(from, from + pageSize);
  const last = page.at(-1);
  const isEnd = last === undefined || from + pageSize >= items.length;
  return { items: page, nextCursor: isEnd ? undefined : writeCursor(from + pageSize, last.name) };
}

interface Position {
  readonly count: number;
  readonly name: string;
}

function placeAfter(items: readonly { readonly name: string }[], { count, name }: Position): number {
  const place = items.findIndex((item) => item.name === name);
  return place >= 0 ? place + 1 : count;
}

function writeCursor(count: number, name: string): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify([count, name])));
}

function readCursor(cursor: unknown): Position {
  try {
    const [count, name]: unknown[] = JSON.parse(new TextDecoder().decode(decodeBase64(String(cursor))));
    if (typeof count === 'number' && Number.isInteger(count) && count > 0 && typeof name === 'string') {
      return { count, name };
    }
  } catch {
    // Rejected below, like any other malformed cursor.
  }
  throw invalidCursor();
}

/** Creates the error of a cursor that no page had. */
function invalidCursor(): McpProtocolError {
  return new McpProtocolError(rpcErrorCodes.invalidParams, 'Invalid cursor. List again from the beginning.');
}
