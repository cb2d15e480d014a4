import { invalidArgument } from '../definition/invalid-argument.js';
import { type Container, createObject, isContainer } from './values.js';

/** The names and indexes that lead to a value, from the outermost to the innermost. */
export type Steps = readonly string[];

/** An object or a list @asType ["object", "array"] */
export type Data = unknown;

/** A path such as address.lines[0], with names in quotes if needed: prices["a.b"] @maxLength 500 */
export type DataPath = string;

/** A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself @maxLength 200 */
export type ItemPath = string;

const stepPattern = /(?:^|\.)(?<name>[^.[\]"]+)|\[(?<index>\d+)\]|\["(?<quoted>[^"]*)"\]/uy;
const guardedNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const longestArray = 10_000;

/**
 * Reads a path such as `address.lines[0]["a.b"]`. An empty path is the value itself.
 *
 * @throws ValidationError with the position of a mistake, and for names that could reach a prototype.
 */
export function readPath(path: string, argument: string): Steps {
  const steps: string[] = [];
  const pattern = new RegExp(stepPattern);
  while (pattern.lastIndex < path.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(path)?.groups;
    if (groups === undefined) {
      throw invalidArgument(
        argument,
        `at position ${at + 1}, expected a name, an index [0] or a name in quotes ["a.b"].`,
      );
    }
    steps.push(checkName(groups.name ?? groups.index ?? groups.quoted ?? '', argument));
  }
  return steps;
}

/** Returns the path of a member, as {@link readPath} reads it. */
export function pathOfMember(path: string, name: string, container: Container): string {
  if (Array.isArray(container)) return `${path}[${name}]`;
  if (/[.[\]"]/.test(name) || name === '') return `${path}["${name}"]`;
  return path === '' ? name : `${path}.${name}`;
}

/**
 * Checks the name of a property.
 *
 * @throws ValidationError if the name could reach a prototype.
 */
export function checkName(name: string, argument: string): string {
  if (guardedNames.includes(name)) throw invalidArgument(argument, `the name '${name}' is not allowed.`);
  return name;
}

/** Returns the value at a path, or undefined if it does not exist. */
export function getAt(value: unknown, steps: Steps): unknown {
  let current = value;
  for (const step of steps) {
    if (!isContainer(current) || !Object.hasOwn(current, step) || step === 'length') return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

/**
 * Returns a copy in which the value at a path is replaced. Missing objects and arrays are created.
 *
 * @throws ValidationError if the path leads through a value that is neither an object nor an array.
 */
export function setAt(value: unknown, [step, ...rest]: Steps, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  const container = value ?? (/^\d+$/.test(step) ? [] : {});
  if (!isContainer(container)) throw invalidArgument('path', `'${step}' is inside a value that has no properties.`);
  const copy = copyOf(container);
  const next = setAt(
    Object.hasOwn(copy, step) ? (copy as Record<string, unknown>)[step] : undefined,
    rest,
    replacement,
  );
  if (!Array.isArray(copy)) copy[step] = next;
  else copy[checkIndex(copy, step)] = next;
  return copy;
}

/** Returns a copy without the value at a path. An item that is removed from an array moves the following items. */
export function deleteAt(value: unknown, [step, ...rest]: Steps): unknown {
  if (step === undefined || !isContainer(value) || !Object.hasOwn(value, step)) return value;
  const copy = copyOf(value);
  if (rest.length > 0)
    (copy as Record<string, unknown>)[step] = deleteAt((copy as Record<string, unknown>)[step], rest);
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[step];
  return copy;
}

function copyOf(value: Container): Container {
  return Array.isArray(value) ? [...value] : createObject(Object.entries(value));
}

function checkIndex(array: readonly unknown[], step: string): number {
  const index = Number(step);
  if (/^\d+$/.test(step) && index <= array.length && index < longestArray) return index;
  throw invalidArgument('path', `'${step.slice(0, 40)}' is no index of an array with ${array.length} items.`);
}
