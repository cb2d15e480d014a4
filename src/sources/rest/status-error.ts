import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type ToolError,
  ToolExecutionError,
  ValidationError,
} from '../../base/errors/errors.js';
import { retryAfterOf } from '../../call/failure.js';
import type { RawResponse } from './send-request.js';

// Enough for the explanation of an API, in characters.
const maxExplanation = 2_000;

/**
 * Creates the error for a response whose status is 400 or higher, or a redirect that is not followed.
 *
 * @param explanation - The body of the response, which the message contains for the model.
 */
export function createStatusError({ status, headers }: RawResponse, explanation: string): ToolError {
  const text = cleanExplanation(explanation);
  const message = `The server responded with the status ${status}${text === '' ? '.' : `: ${text}`}`;
  const retryAfterMs = retryAfterOf({ headers });
  const details = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  if (status === 400 || status === 422) return new ValidationError(message, { details });
  if (status === 401) return new AuthenticationError(message, { details });
  if (status === 403) return new PermissionError(message, { details });
  if (status === 404) return new NotFoundError(message, { details });
  if (status === 429) return new RateLimitError(message, { details, retryAfterMs });
  if (status < 500) return new ToolExecutionError(message, { details });
  const error = new ServerError(message, { details });
  // Retries observe the delay of any error.
  return retryAfterMs === undefined ? error : Object.assign(error, { retryAfterMs });
}

/** Returns the text that a model may read: no HTML, no control and invisible characters, no frames of a stack. */
export function cleanExplanation(explanation: string): string {
  if (/^\s*<(?:!doctype|html|head|body)/i.test(explanation)) return '';
  const lines = explanation.split(/\r?\n|\\n/).filter((line) => !/^\s*at .+:\d+(?::\d+)?\)?/.test(line));
  const text = lines.join('\n').replaceAll(/[^\P{C}\n\t]/gu, '');
  return text.trim().slice(0, maxExplanation);
}
