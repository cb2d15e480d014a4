import { argumentNamesOf } from '../typed/dto-engine.js';
import { isPlainObject } from '../values/copy-json.js';

/**
 * Returns the members in which an instance of a class shows its content, with the names under which a caller sends them:
 * the described properties of a DTO and its own ones, or the own and inherited properties and getters of another class.
 * Returns undefined for an instance that does not show its content: a built-in object, an instance with nothing but
 * private state, and one with a property that can only be written.
 */
export function memberNames(instance: object): ReadonlyMap<string, string> | undefined {
  if (isPlainObject(instance)) return namesOf(Object.keys(instance));
  const described = argumentNamesOf(instance);
  const own = namesOf(described === undefined ? classMembers(instance) : Object.keys(instance));
  const names = new Map([...own, ...(described ?? [])]);
  const isHidden = described === undefined && (names.size === 0 || isBuiltIn(instance));
  return isHidden || [...names.keys()].some((name) => isWriteOnly(instance, name)) ? undefined : names;
}

function classMembers(instance: object): readonly string[] {
  const names = Object.getOwnPropertyNames(instance);
  for (const prototype of prototypesOf(instance)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' && name !== '__proto__') names.push(name);
    }
  }
  return names;
}

function isWriteOnly(instance: object, name: string): boolean {
  const holder = [instance, ...prototypesOf(instance)].find((one) => Object.hasOwn(one, name));
  const descriptor = holder === undefined ? undefined : Object.getOwnPropertyDescriptor(holder, name);
  return descriptor?.set !== undefined && descriptor.get === undefined;
}

function prototypesOf(instance: object): readonly object[] {
  const prototype = Object.getPrototypeOf(instance) as object | null;
  return prototype === null ? [] : [prototype, ...prototypesOf(prototype)];
}

/** Checks whether an object has its content elsewhere than in its members. */
function isBuiltIn(value: object): boolean {
  return Object.prototype.toString.call(value) !== '[object Object]';
}

function namesOf(members: readonly string[]): ReadonlyMap<string, string> {
  return new Map(members.map((name) => [name, name]));
}
