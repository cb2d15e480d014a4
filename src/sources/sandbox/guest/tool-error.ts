import { define, hide } from './built-ins.js';

/** The error of a call that failed, as the program sees it. */
export class ToolError extends Error {
  constructor(message: string, code?: unknown, details?: unknown) {
    super(message);
    if (code !== undefined) define(this, 'code', code);
    if (details !== undefined) define(this, 'details', details);
  }
}

hide(ToolError.prototype, 'name', 'ToolError');
