import type { Observable } from 'rxjs';
import type { ToolResponse } from './tool-response.js';
import type { ToolResult } from './tool-result.js';

/** The responses of a call as an Observable, which can be awaited as a ToolResult instead. */
export type AwaitableResponses = Observable<ToolResponse> & PromiseLike<ToolResult>;

/** What a middleware returns: an Observable that ends with a last response or a result, or a promise of one. */
export type MiddlewareAnswer = Observable<ToolResponse | ToolResult> | PromiseLike<ToolResponse | ToolResult>;
