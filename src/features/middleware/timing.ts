import { defer, map } from '../../base/async/rxjs.js';
import { reviseResponse } from '../../call/revise-response.js';
import { type Middleware, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';

/**
 * Creates middleware that adds the duration of the call to the metadata of each final response: `durationMs`, and
 * `firstChunkMs` for a stream, both in milliseconds. It measures the inner middleware and the tool, including waits and
 * retries. The result of a tool that the client runs has the time since the call was pending.
 *
 * @example
 * ```ts
 * toolkit.use(timing());
 * const { metadata } = await toolkit.execute('search', { query: 'tea' });
 * ```
 */
export function timing(): Middleware {
  return nameMiddleware('timing', (call, next) =>
    defer(() => {
      const supplied = rootOf(call.context)?.supplied;
      const waitedMs = supplied === undefined ? 0 : Math.max(0, Date.now() - supplied.since);
      const startedAt = performance.now() - waitedMs;
      let firstChunkMs: number | undefined;
      return next().pipe(
        map((response) => {
          const elapsedMs = performance.now() - startedAt;
          if (!response.isLast) {
            firstChunkMs ??= elapsedMs;
            return response;
          }
          const times = { durationMs: elapsedMs, ...(firstChunkMs === undefined ? {} : { firstChunkMs }) };
          return reviseResponse(response, { metadata: Object.freeze({ ...response.metadata, ...times }) });
        }),
      );
    }),
  );
}
