import type { ToolContext } from '../call/tool-context.js';
import { flowPartKey } from './flow-part.js';
import { partOf } from './pipeline/pipeline.js';
import { rootOf } from './pipeline/root-of.js';
import type { StoredText } from './stored-text.js';

/**
 * Gives a call the label of a text that its tool has read. A text that no followed call of this owner has written has the label
 * of what comes from elsewhere. Has no effect in a toolkit without the option `flow`.
 */
export async function readStored(context: ToolContext, stored: StoredText): Promise<void> {
  const root = rootOf(context);
  if (root !== undefined) await partOf(root.environment, flowPartKey)?.onTextRead(root, stored);
}

/** Labels a text that the tool of a call has written. Has no effect in a toolkit without the option `flow`. */
export async function wroteStored(context: ToolContext, stored: StoredText): Promise<void> {
  const root = rootOf(context);
  if (root !== undefined) await partOf(root.environment, flowPartKey)?.onTextWritten(root, stored);
}

/** Forgets the labels of a text that was moved or deleted, and of all below it. Has no effect in a toolkit without the option `flow`. */
export async function forgetStored(context: ToolContext, stored: Omit<StoredText, 'text'>): Promise<void> {
  const root = rootOf(context);
  if (root !== undefined) await partOf(root.environment, flowPartKey)?.onTextGone(stored);
}
