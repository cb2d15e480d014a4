import type { Observable } from 'rxjs';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolResult } from '../../call/response/tool-result.js';

/**
 * The type of a tool's data, inferred from the type of its method. Promises and ToolResults are unwrapped. The data of
 * a stream is `unknown`, because it depends on how its chunks are accumulated.
 */
export type ToolData<Method> = Method extends (...args: never[]) => infer Returned ? DataOf<Returned> : unknown;

/** The type of a tool's data, inferred from the type that its method returns. */
export type DataOf<Returned> = Awaited<Returned> extends infer Value
  ? Value extends ToolResult<infer Data>
    ? Data
    : Value extends ToolResponse | AsyncIterable<unknown> | Iterator<unknown> | Observable<unknown>
      ? unknown
      : Value
  : never;
