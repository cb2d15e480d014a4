import { Observable } from 'rxjs';
import type { ToolError } from '../errors.js';
import { toToolError } from '../execution/failure.js';
import { failedRendering, toLastResponse } from '../execution/outcome.js';
import { ChunkAccumulator } from '../response/chunk-accumulator.js';
import type { Rendered } from '../response/rendered.js';
import { createResponse, type ToolResponse } from '../response/tool-response.js';

/** The call that responses belong to. */
interface Answered {
  readonly id: string;
  readonly name: string;
}

/**
 * Responses of whatever origin as those of one call: ids in order, exactly one last response, and nothing after it. An
 * error becomes the last response; so do chunks that nothing sums up.
 */
export function settled(source: Observable<ToolResponse>, call: Answered): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const soFar = new ChunkAccumulator('concat');
    const startedAt = performance.now();
    let chunks = 0;
    const finish = (last: ToolResponse): void => {
      subscriber.next(last);
      subscriber.complete();
    };
    const end = (rendered: Rendered, error: ToolError | undefined): void => {
      const durationMs = performance.now() - startedAt;
      const outcome = { toolName: call.name, rendered, error, streamed: chunks > 0, attempts: 0, durationMs };
      finish(toLastResponse(outcome, call.id));
    };
    const fail = (thrown: unknown): void => {
      const error = toToolError(thrown, { toolName: call.name, secretsIn: [] });
      end(failedRendering(soFar.soFar(), error, undefined), error);
    };
    const take = (response: ToolResponse): void => {
      if (response.isLast) {
        finish(stamped(response, call, { id: call.id, isLast: true, streamed: chunks > 0 }));
        return;
      }
      soFar.add(response);
      subscriber.next(stamped(response, call, { id: `${call.id}:${chunks++}`, isLast: false, streamed: true }));
    };
    return source.subscribe({
      next: (response) => {
        if (subscriber.closed) return;
        try {
          take(response);
        } catch (thrown) {
          fail(thrown);
        }
      },
      error: fail,
      complete: () => {
        if (!subscriber.closed) end(soFar.whole(), undefined);
      },
    });
  });
}

interface Stamp {
  readonly id: string;
  readonly isLast: boolean;
  readonly streamed: boolean;
}

/** A response with the ids of its call; the very same where it has them already. */
function stamped(response: ToolResponse, call: Answered, { id, isLast, streamed }: Stamp): ToolResponse {
  const state = isLast ? (response.state === 'running' ? 'success' : response.state) : 'running';
  const toolName = response.toolName === '' ? call.name : response.toolName;
  const stream = streamed || response.stream;
  const isOwn = response.id === id && response.callId === call.id && response.stream === stream;
  if (isOwn && response.toolName === toolName && response.state === state) return response;
  return Object.freeze(createResponse({ ...response, id, callId: call.id, toolName, state, stream, isLast }));
}
