import type { ToolSpec } from './tool-spec.js';

/** Checks whether a model may call a tool itself, and not only in code that it writes. */
export function isDirectlyCallable({ allowedCallers }: Pick<ToolSpec, 'allowedCallers'>): boolean {
  return allowedCallers === undefined || allowedCallers.includes('direct');
}
