import { equalsDeep } from '../../equals-deep.js';
import { argumentNameOf } from '../../schema/dto/dto-engine.js';
import { isPlainObject } from '../../schema/validation/copy-json.js';
import type { CheckedInput } from '../checked-input.js';

/**
 * Returns validated arguments with the texts, numbers and booleans that were sent, where a conversion has changed them and
 * they have the type of those that run. Returns the same value if there are none.
 */
export function argumentsAsSent(args: unknown, { accepted }: Pick<CheckedInput, 'accepted'>): unknown {
  return withSent(args, accepted);
}

function withSent(value: unknown, sent: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === typeof sent ? sent : value;
  if (typeof sent !== 'object' || sent === null) return value;
  if (Array.isArray(value)) return itemsAsSent(value, sent);
  const isRecord = isPlainObject(value) || (!isBuiltIn(value) && isPlainObject(sent));
  if (!isRecord || Array.isArray(sent)) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const argument = isPlainObject(value) ? name : argumentNameOf(value, name);
    if (!Object.hasOwn(sent, argument)) continue;
    const shown = withSent(member, Reflect.get(sent, argument));
    if (shown !== member) changed[name] = shown;
  }
  if (Object.keys(changed).length === 0) return value;
  if (isPlainObject(value)) return { ...value, ...changed };
  const copy: object = Object.create(Object.getPrototypeOf(value) as object, Object.getOwnPropertyDescriptors(value));
  return Object.assign(copy, changed);
}

function itemsAsSent(items: readonly unknown[], sent: object): readonly unknown[] {
  if (!Array.isArray(sent) || equalsDeep(items, sent)) return items;
  if (sent.length === items.length) {
    const shown = items.map((item, index) => withSent(item, sent[index]));
    return shown.every((item, index) => item === items[index]) ? items : shown;
  }
  const types = new Set(items.map((item) => typeof item));
  return sent.every((item) => typeof item !== 'object' && types.has(typeof item)) ? sent : items;
}

/** Checks whether an object has its content elsewhere than in its members. */
function isBuiltIn(value: object): boolean {
  return Object.prototype.toString.call(value) !== '[object Object]';
}
