import type { Middleware } from '../middleware/middleware.js';
import type { ToolEntry } from '../tool-entry.js';
import type { CallHandler } from './call-handler.js';
import { MiddlewareRun } from './middleware-run.js';

/**
 * Puts one middleware around a handler.
 *
 * @param entry - The tool that the middleware is shown; undefined where no tool answers.
 */
export function applyMiddleware(middleware: Middleware, entry: ToolEntry | undefined, next: CallHandler): CallHandler {
  return (call, sink) => new MiddlewareRun({ middleware, entry, next, call, sink }).run();
}
