import type { McpServerIdentity } from '../server/binder.js';

/** How a result may be reused (specification 2026-07-28, CacheableResult). */
export interface CacheRule {
  /** How long the result may be reused, in milliseconds. */
  readonly ttlMs: number;
  /** Who may reuse the result: everyone, or only the client that received it. */
  readonly cacheScope: 'public' | 'private';
}

/** The fields of a result, or its JSON text. */
export type ResultFields = Readonly<Record<string, unknown>>;

/** The JSON text of a part of a result that is sent again and again. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** Returns the name and version of a server, which each result has in its `_meta`. */
export function serverMeta({ name, title, version }: McpServerIdentity): Record<string, unknown> {
  return { [serverInfoKey]: { name, ...(title === undefined ? {} : { title }), version } };
}

/** Returns the JSON text of the response to a request. */
export function responseText(id: string | number, result: ResultFields): string {
  const fields = Object.entries(result).flatMap(([key, value]) => {
    const text = value instanceof JsonText ? value.text : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${fields.join(',')}}}`;
}
