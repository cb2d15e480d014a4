import { concatMap } from '../../../base/async/rxjs.js';
import type { Middleware } from '../../../toolkit/entry/middleware.js';
import type { Postprocess, ToolEntry } from '../../../toolkit/entry/tool-entry.js';
import type { CallHandler } from '../../../toolkit/pipeline/pipeline.js';
import { applyMiddleware } from './apply-middleware.js';
import { checkResponse } from './check-response.js';

/** Passes each response of a tool to its `postprocess`. A response that `postprocess` returns replaces the original. */
export function postprocessResponses(entry: ToolEntry, next: CallHandler): CallHandler {
  const { postprocess } = entry;
  if (postprocess === undefined) return next;
  return applyMiddleware({ middleware: toMiddleware(postprocess), position: undefined, entry }, next);
}

function toMiddleware(postprocess: Postprocess): Middleware {
  return ({ id, name, input }, next) =>
    next().pipe(
      concatMap(async (response) => {
        const replacement: unknown = await postprocess({ id, name, input }, response);
        if (!replacement) return response;
        checkResponse(replacement, { toolName: name, source: 'postprocess' });
        const { isLast, toolName } = response;
        const fits = replacement.isLast === isLast && replacement.toolName === toolName;
        return fits ? replacement : { ...replacement, isLast, toolName };
      }),
    );
}
