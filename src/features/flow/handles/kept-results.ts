import { stepsOf } from '../../../base/json/json-pointer.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { FieldFlow } from '../../../tool/metadata/flow-options.js';
import { labelOfField } from '../labels/field-labels.js';
import type { FlowPlace, FlowTree } from '../labels/flow-tree.js';
import { joinLabels, type Label } from '../labels/label.js';
import { isHandleId } from './handle-text.js';

/** A result that a session keeps, so that a model moves it without reading it. */
export interface KeptResult {
  readonly id: string;
  readonly callId: string;
  readonly toolName: string;
  /** JSON data. */
  readonly value: unknown;
  readonly fields: FlowTree<FieldFlow>;
  /** The label of what nothing is said of. */
  readonly rest: Label;
}

/** A value in a kept result. */
export interface KeptValue {
  readonly value: unknown;
  readonly place: FlowPlace<FieldFlow>;
}

const maxResults = 1_000;
// In characters of JSON text, each of which needs two bytes.
const maxChars = 10 * 1024 * 1024;
// A longer ID of a call would be repeated in each handle.
const maxCallId = 12;
const maxUsed = 10_000;

/** The results that a session keeps. The oldest are removed. */
export class KeptResults {
  readonly #results = new Map<string, { readonly result: KeptResult; readonly chars: number }>();
  /** Makes the IDs of sessions different, so that no handle means something else in another one. */
  readonly #prefix = crypto.randomUUID().slice(0, 4);
  /** The IDs of calls that are those of results. */
  readonly #used = new Set<string>();
  #count = 0;
  #chars = 0;

  /** Returns the ID of a new result, by which nothing was ever kept. */
  reserve(callId: string): string {
    // An ID of the session itself was that of another result, or will be.
    const isOwn = callId.startsWith(`${this.#prefix}.`);
    const isShort = callId.length <= maxCallId && isHandleId(callId) && !isOwn && !this.#used.has(callId);
    if (isShort && this.#used.size < maxUsed) {
      this.#used.add(callId);
      return callId;
    }
    do this.#count++;
    while (this.#results.has(`${this.#prefix}.${this.#count}`));
    return `${this.#prefix}.${this.#count}`;
  }

  /** Keeps a result. Returns false if it is too long. */
  add(result: KeptResult): boolean {
    const chars = JSON.stringify(result.value)?.length ?? 0;
    if (chars > maxChars) return false;
    // A restored result has the ID of an earlier call.
    if (result.id.length <= maxCallId) this.#used.add(result.id);
    this.#chars += chars - (this.#results.get(result.id)?.chars ?? 0);
    this.#results.set(result.id, { result, chars });
    for (const [id, oldest] of this.#results) {
      if (this.#results.size <= maxResults && this.#chars <= maxChars) break;
      this.#results.delete(id);
      this.#chars -= oldest.chars;
    }
    return true;
  }

  find(id: string): KeptResult | undefined {
    return this.#results.get(id)?.result;
  }

  /** The results, the oldest first. */
  list(): readonly KeptResult[] {
    return [...this.#results.values()].map(({ result }) => result);
  }
}

/** Returns the value at a JSON Pointer of a kept result. Undefined if there is none. */
export function valueAt({ value, fields }: KeptResult, pointer: string): KeptValue | undefined {
  let found: KeptValue | undefined = { value, place: fields.root };
  for (const step of stepsOf(pointer)) found = found && memberOf(found, step);
  return found;
}

/**
 * Returns the label of the value at a JSON Pointer of a kept result. What is only in the JSON text of a value has the label of that
 * value, because others may have written it.
 */
export function labelAt({ value, fields, rest }: KeptResult, pointer: string): Label {
  let found: KeptValue = { value, place: fields.root };
  for (const step of stepsOf(pointer)) {
    const member = memberOf(found, step);
    if (member === undefined) break;
    found = member;
  }
  return labelOfField(found.place.said, rest);
}

/** Returns the label of all that the value at a JSON Pointer of a kept result contains. */
export function labelOfAll({ rest }: Pick<KeptResult, 'rest'>, { value, place }: KeptValue): Label {
  const own = labelOfField(place.said, rest);
  if (place.isEnd) return own;
  const members = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return members.reduce(
    (label, [key, member]) => joinLabels(label, labelOfAll({ rest }, { value: member, place: place.at(key) })),
    own,
  );
}

function memberOf({ value, place }: KeptValue, step: string): KeptValue | undefined {
  const container = Array.isArray(value) && /^\d+$/.test(step) ? value : isRecord(value) ? value : undefined;
  if (container === undefined || !Object.hasOwn(container, step)) return undefined;
  return { value: Reflect.get(container, step), place: place.at(step) };
}

/**
 * Returns the label of a value of a kept result, of all that it contains, and of all that contains it: who has written a list may
 * have chosen which record comes first.
 */
export function labelOfWay(kept: KeptResult, pointer: string): Label {
  let place = kept.fields.root;
  let label = labelOfField(place.said, kept.rest);
  for (const step of stepsOf(pointer)) {
    place = place.at(step);
    label = joinLabels(label, labelOfField(place.said, kept.rest));
  }
  const found = valueAt(kept, pointer);
  return found === undefined ? label : joinLabels(label, labelOfAll(kept, found));
}
