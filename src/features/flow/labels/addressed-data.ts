import type { Rendered } from '../../../call/response/rendered.js';

/** Returns the data of a result, as a model may address it. Undefined if it has only text or media. */
export function addressedData({ structuredContent, data }: Rendered): unknown {
  if (structuredContent !== undefined) return structuredContent;
  return typeof data === 'string' ? data : undefined;
}
