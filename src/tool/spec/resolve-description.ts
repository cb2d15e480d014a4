import { DefinitionError } from '../../base/errors/errors.js';
import { isThenable } from '../../base/values/thenable.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolDescription } from '../metadata/tool-options.js';

/** The tool and the caller for whom it is described. */
export interface DescriptionQuery {
  readonly toolName: string;
  readonly auth: unknown;
  readonly state: ToolState;
}

/**
 * Returns the text of a description for a caller.
 *
 * @throws DefinitionError if a function throws or returns anything but a string.
 */
export function resolveDescription(
  description: ToolDescription | undefined,
  { toolName, auth, state }: DescriptionQuery,
): string | undefined {
  if (typeof description !== 'function') return description;
  let text: unknown;
  try {
    text = description(auth, state);
  } catch (cause) {
    throw new DefinitionError(`${toolName}: its description failed: ${String(cause)}`, { toolName, cause });
  }
  if (typeof text === 'string') return text;
  // The rejection of a promise has no other receiver.
  if (isThenable(text)) Promise.resolve(text).catch(() => undefined);
  throw new DefinitionError(`${toolName}: its description must return a string, not ${previewValue(text)}.`, {
    toolName,
  });
}
