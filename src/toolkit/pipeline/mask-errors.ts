import { emitWarning } from '../../base/errors/emit-warning.js';
import { errorFromInfo, isForeign, type ToolError } from '../../base/errors/errors.js';
import { inspectText } from '../../base/text/inspect-text.js';
import type { ToolCall } from '../../call/call-options.js';
import type { Outcome } from '../../call/outcome.js';
import { contentText, text } from '../../call/response/content.js';
import type { Rendered } from '../../call/response/rendered.js';

/**
 * Whether errors that are not ToolErrors are masked. A function receives each such error with its cause, instead of the
 * process warning that logs it.
 */
export type MaskErrors = boolean | ((error: ToolError, call: Readonly<Required<ToolCall>>) => void);

/**
 * Replaces the words of an error that is not a ToolError, and logs it. The error code stays, and `cause` is the error
 * itself. Any other outcome is returned unchanged.
 */
export function maskOutcome(
  outcome: Outcome,
  mask: MaskErrors | undefined,
  call: Readonly<Required<ToolCall>>,
): Outcome {
  const { error, rendered } = outcome;
  if (error === undefined || mask === undefined || mask === false || !isForeign(error)) return outcome;
  logError(error, mask, call);
  const masked = createMaskedError(error, call);
  return { ...outcome, error: masked, rendered: maskContent(rendered, error, masked) };
}

function createMaskedError(error: ToolError, { id }: Readonly<Required<ToolCall>>): ToolError {
  const { code, retryable } = error;
  const masked = errorFromInfo({ code, retryable, message: `Internal error (call ${id})` }, error.toolName);
  Object.defineProperty(masked, 'cause', { value: error, enumerable: false });
  return masked;
}

/** Returns what the tool streamed before its failure, and the masked error. */
function maskContent(rendered: Rendered, error: ToolError, masked: ToolError): Rendered {
  const { data, content, structuredContent, metadata, meta } = rendered;
  const [failure] = content.slice(-1);
  const streamed = content.slice(0, -1);
  const isFailureLast = failure?.type === 'text' && failure.text === error.toText();
  const shown = text(masked.toText());
  // Middleware may have changed the content, so that the error may be in any part of it.
  if (!isFailureLast || contentText(streamed).includes(error.toText())) {
    return { data: undefined, content: [shown], metadata, meta };
  }
  return { data, content: [...streamed, shown], structuredContent, metadata, meta };
}

// Deep enough for the errors of HTTP clients: config, headers, Authorization.
const shownDepth = 6;

function logError(error: ToolError, mask: MaskErrors, call: Readonly<Required<ToolCall>>): void {
  if (typeof mask !== 'function') {
    emitWarning(`Internal error (call ${call.id}) of '${call.name}': ${inspectText(error, shownDepth)}`);
    return;
  }
  try {
    mask(error, call);
  } catch (thrown) {
    emitWarning(`The maskErrors function failed: ${String(thrown)}`);
  }
}
