import type { Observable } from 'rxjs';
import type { ToolResponse } from './tool-response.js';
import type { ToolResult } from './tool-result.js';

/** The responses of a call as an Observable. Awaiting it resolves to the ToolResult of the call instead. */
export type AwaitableResponses = Observable<ToolResponse> & PromiseLike<ToolResult>;

/** The return value of a middleware: an Observable that ends with a final response or a result, or a promise of one. */
export type MiddlewareAnswer = Observable<ToolResponse | ToolResult> | PromiseLike<ToolResponse | ToolResult>;
