import { hashText } from '../base/runtime/sha256.js';
import { isRecord } from '../schema/json-schema/schema-walk.js';
import { toJsonValue } from './response/json-value.js';

/** The parts of a call that identify its effect. */
export interface EffectParts {
  readonly toolName: string;
  readonly auth: unknown;
  readonly callId: string;
  readonly args: unknown;
}

/** Returns the key of the effect of a call: a SHA-256, in hexadecimal. */
export function effectKeyOf({ toolName, auth, callId, args }: EffectParts): string {
  const parts = toJsonValue([toolName, auth ?? null, callId, args ?? null]);
  return hashText(JSON.stringify(parts, sortNames), 'hex');
}

/** Sorts the names of objects, so that the same arguments have the same text. */
function sortNames(_name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
