import type { ValidationError } from '../../../base/errors/errors.js';
import { pointerOf } from '../../../base/json/json-pointer.js';
import { copyContainers, isContainer } from '../../../call/state/containers.js';
import { createArgumentError } from '../../../schema/validation/issue-errors.js';
import { parseHandle, unescapeHandle } from './handle-text.js';
import { type KeptResult, type KeptResults, valueAt } from './kept-results.js';

/** A place in the arguments that had a handle. */
export interface HandledPlace {
  /** The JSON Pointer of the argument. */
  readonly argument: string;
  readonly kept: KeptResult;
  /** The JSON Pointer of the value in the kept result. */
  readonly pointer: string;
}

/** Arguments with the values of handles. */
export interface ResolvedArguments {
  readonly args: unknown;
  readonly places: readonly HandledPlace[];
}

// What is deeper is checked, and refused, as it was sent.
const maxDepth = 200;
// A handle is short, and its value may be all of a large result.
const maxValues = 20_000;

/**
 * Replaces the texts in arguments that are handles by the values of the kept results. Arguments without any are returned as
 * they are.
 *
 * @throws ValidationError on a handle of no kept result, and if there are too many values.
 */
export function resolveHandles(args: unknown, results: KeptResults, toolName: string): ResolvedArguments {
  const places: HandledPlace[] = [];
  let count = 0;
  const resolve = (value: unknown, steps: readonly string[]): unknown => {
    if (typeof value === 'string') return resolveText(value, steps);
    if (steps.length > maxDepth) return value;
    if (Array.isArray(value)) return keepSame(value, (item, index) => resolve(item, [...steps, String(index)]));
    if (!isContainer(value)) return value;
    const entries = Object.entries(value);
    const resolved = entries.map(([key, member]) => [key, resolve(member, [...steps, key])] as const);
    return resolved.every(([, member], index) => member === entries[index]?.[1]) ? value : Object.fromEntries(resolved);
  };
  const resolveText = (text: string, steps: readonly string[]): unknown => {
    // Checked first, because most texts are no handles.
    if (!text.startsWith('@')) return text;
    const handle = parseHandle(text);
    if (handle === undefined) return unescapeHandle(text);
    const kept = results.find(handle.id);
    const found = kept && valueAt(kept, handle.pointer);
    if (kept === undefined || found === undefined) throw createHandleError(text, kept, { steps, toolName });
    count += countValues(found.value);
    if (count > maxValues) throw createSizeError(toolName, steps);
    places.push({ argument: pointerOf(steps), kept, pointer: handle.pointer });
    return copyContainers(found.value);
  };
  return { args: resolve(args, []), places };
}

/**
 * Replaces in arguments only the texts that were handles in what was sent. What a reference has read from a state is none.
 *
 * @param read - What was sent, with the values of handles.
 */
export function replaceHandles(args: unknown, sent: unknown, read: unknown): unknown {
  if (sent === read) return args;
  if (args === sent) return read;
  if (!isContainer(args) || !isContainer(sent) || !isContainer(read)) return args;
  const [before, after]: readonly Readonly<Record<string, unknown>>[] = [{ ...sent }, { ...read }];
  const replaced = Object.entries(args).map(([key, one]) => [key, replaceHandles(one, before?.[key], after?.[key])]);
  return Array.isArray(args) ? replaced.map(([, one]) => one) : Object.fromEntries(replaced);
}

function keepSame(list: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

function countValues(value: unknown): number {
  return isContainer(value) ? Object.values(value).reduce<number>((count, one) => count + countValues(one), 1) : 1;
}

function createSizeError(toolName: string, steps: readonly string[]): ValidationError {
  const message = `the handles have more than ${maxValues} values. Pass handles of parts of the results`;
  return createArgumentError(toolName, [{ path: pointerOf(steps), message, rule: 'handle' }]);
}

function createHandleError(
  text: string,
  kept: KeptResult | undefined,
  { steps, toolName }: { readonly steps: readonly string[]; readonly toolName: string },
): ValidationError {
  // The name of a place in a result may be one that others have written.
  const id = `@${parseHandle(text)?.id}`;
  const problem =
    kept === undefined ? `there is no result '${id}', or it is no longer kept` : `${id} has no such value`;
  const message = `${problem}. Write '@@' at the beginning of a text that is no handle`;
  return createArgumentError(toolName, [{ path: pointerOf(steps), message, rule: 'handle' }]);
}
