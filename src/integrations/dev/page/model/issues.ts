import type { DevIssue } from '../../protocol.js';
import { elementId } from './element-id.js';

/** The messages of a validator, by the JSON Pointer of the value that they are about. */
export type IssuesByPointer = ReadonlyMap<string, readonly string[]>;

/** Sorts issues by the value that they are about. */
export function issuesByPointer(issues: readonly DevIssue[]): IssuesByPointer {
  const found = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const messages = found.get(path);
    if (messages === undefined) found.set(path, [message]);
    else if (!messages.includes(message)) messages.push(message);
  }
  return found;
}

/** The ID of the input of a value. */
export function inputId(pointer: string): string {
  return elementId('field', pointer);
}
