import type { DevEvent, DevMethod } from '../../integrations/dev/protocol.js';
import type { DevPlace } from './dev-place.js';
import { isRecord } from './shared/is-record.js';

/** A message to the process of the tools. */
export type ToTools =
  | { readonly toolwright: 'start'; readonly place: DevPlace }
  | { readonly toolwright: 'request'; readonly id: number; readonly method: DevMethod; readonly params: unknown }
  /** Asks whether the process still answers. */
  | { readonly toolwright: 'ping'; readonly id: number };

/** A message of the process of the tools. */
export type FromTools =
  /** The tools are loaded. */
  | { readonly toolwright: 'ready'; readonly title: string; readonly isDebugged: boolean }
  /** The tools cannot be loaded, or an error that nothing has caught ends the process. */
  | { readonly toolwright: 'failed'; readonly message: string }
  | { readonly toolwright: 'event'; readonly event: DevEvent }
  | { readonly toolwright: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly toolwright: 'refusal'; readonly id: number; readonly message: string };

/** Checks whether a message is one of the process of the tools. The tools may send messages of their own. */
export function isFromTools(message: unknown): message is FromTools {
  return isDevMessage(message);
}

/** Checks whether a message is one to the process of the tools. */
export function isToTools(message: unknown): message is ToTools {
  return isDevMessage(message);
}

function isDevMessage(message: unknown): boolean {
  return isRecord(message) && typeof message.toolwright === 'string';
}
