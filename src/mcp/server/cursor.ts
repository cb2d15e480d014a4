import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
}

/** How a list is cut. */
export interface PageOptions {
  /** Where to begin, as the page before said it. */
  readonly cursor: unknown;
  readonly pageSize: number;
}

/**
 * Cuts one page out of a list. A cursor holds the name of the last item that was given, so that a list that changes
 * between two pages repeats nothing and leaves nothing out; and its place, should that item be gone.
 *
 * @throws McpProtocolError on a cursor that this function did not make.
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
  return Buffer.from(JSON.stringify([count, name])).toString('base64url');
}

function readCursor(cursor: unknown): Position {
  try {
    const [count, name]: unknown[] = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    if (typeof count === 'number' && Number.isInteger(count) && count > 0 && typeof name === 'string') {
      return { count, name };
    }
  } catch {
    // Answered below, as any other cursor of somebody else's making.
  }
  throw new McpProtocolError(rpcErrorCodes.invalidParams, 'Invalid cursor. List again from the beginning.');
}
