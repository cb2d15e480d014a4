import type { Observable } from 'rxjs';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';

/**
 * The type of a tool's data, from its method's type: promises and ToolResults are unwrapped; a stream's data depends on
 * how its chunks add up, and is unknown to the compiler.
 */
export type ToolData<Method> = Method extends (...args: never[]) => infer Returned
  ? Awaited<Returned> extends infer Value
    ? Value extends ToolResult<infer Data>
      ? Data
      : Value extends ToolResponse | AsyncIterable<unknown> | Iterator<unknown> | Observable<unknown>
        ? unknown
        : Value
    : never
  : unknown;
