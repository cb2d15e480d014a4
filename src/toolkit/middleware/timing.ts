import { defer, map } from 'rxjs';
import type { Middleware } from './middleware.js';
import { reviseLast } from './revise-last.js';

/**
 * Middleware that writes into the metadata of each last response how long the call took from here inwards, waits and
 * retries included: `durationMs`, and `firstChunkMs` for a stream. In milliseconds.
 *
 * @example
 * ```ts
 * toolkit.use(timing());
 * const { metadata } = await toolkit.execute('search', { query: 'tea' });
 * ```
 */
export function timing(): Middleware {
  return (_call, next) =>
    defer(() => {
      const startedAt = performance.now();
      let firstChunkMs: number | undefined;
      return next().pipe(
        map((response) => {
          const elapsedMs = performance.now() - startedAt;
          if (!response.isLast) {
            firstChunkMs ??= elapsedMs;
            return response;
          }
          const times = { durationMs: elapsedMs, ...(firstChunkMs === undefined ? {} : { firstChunkMs }) };
          return reviseLast(response, { metadata: Object.freeze({ ...response.metadata, ...times }) });
        }),
      );
    });
}
