import { equalsDeep } from '../../base/values/equals-deep.js';
import { memberNames } from '../../schema/input/member-names.js';
import { isPlainObject } from '../../schema/values/copy-json.js';
import type { CheckedInput } from '../../tool/arguments/checked-input.js';

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
  const names = memberNames(value);
  if (names === undefined || Array.isArray(sent)) return value;
  const members: Record<string, unknown> = {};
  let isChanged = false;
  for (const [name, argument] of names) {
    const member: unknown = Reflect.get(value, name);
    members[name] = Object.hasOwn(sent, argument) ? withSent(member, Reflect.get(sent, argument)) : member;
    isChanged ||= members[name] !== member;
  }
  if (!isChanged) return value;
  if (isPlainObject(value)) return members;
  // As properties of its own, because a copy has no private state that an accessor could read.
  const [own, shown] = [value, members].map(Object.getOwnPropertyDescriptors);
  return Object.create(Object.getPrototypeOf(value) as object, { ...own, ...shown }) as object;
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
