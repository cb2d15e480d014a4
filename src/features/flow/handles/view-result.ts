import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { FieldFlow } from '../../../tool/metadata/flow-options.js';
import { labelOfField } from '../labels/field-labels.js';
import type { FlowPlace } from '../labels/flow-tree.js';
import { createLabel, isOpen, joinLabels, type Label, trustedLabel } from '../labels/label.js';
import { handleText } from './handle-text.js';
import type { KeptResult } from './kept-results.js';
import type { ResultShape } from './result-shape.js';

/** What a model sees in the place of a value: the handle with which it passes the value on. */
export interface HandleView {
  readonly handle: string;
  /** Omitted for data that not anyone may read. */
  readonly type?: 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';
  /** The number of characters, elements or members. Omitted for data that not anyone may read. */
  readonly size?: number;
  /** The value, in which handles are in the place of texts. */
  readonly value?: unknown;
}

/** An untrusted value that is shown as it is. */
export interface ShownLeaf {
  readonly value: string | number;
  readonly steps: readonly string[];
  readonly label: Label;
}

/** What a model sees of a kept result. */
export interface ResultView {
  readonly view: HandleView;
  /** The label of what is shown. It is trusted, because nothing of it is a sentence. */
  readonly label: Label;
  readonly shown: readonly ShownLeaf[];
}

// What is beyond is one handle.
const maxNodes = 2_000;
const maxDepth = 50;
const maxIdChars = 64;

const date = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?Z|[+-]\d{2}:?\d{2})?)?$/;
const time = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z?$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns what a model sees of a kept result. */
export function viewResult(kept: KeptResult, shape: ResultShape): ResultView {
  const viewer = new Viewer(kept);
  const shown = viewer.see(kept.value, { steps: [], place: kept.fields.root, shape });
  const label = labelOfField(kept.fields.root.said, kept.rest);
  const view = isHandleView(shown) ? shown : { ...viewer.handleOf(kept.value, [], label), value: shown };
  return { view, label: createLabel('trusted', viewer.label.readers), shown: viewer.shown };
}

interface Place {
  readonly steps: readonly string[];
  readonly place: FlowPlace<FieldFlow>;
  readonly shape: ResultShape;
}

const handleViews = new WeakSet<object>();

function isHandleView(value: unknown): value is HandleView {
  return typeof value === 'object' && value !== null && handleViews.has(value);
}

class Viewer {
  readonly shown: ShownLeaf[] = [];
  /** The label of what was shown. */
  label: Label = trustedLabel;
  readonly #kept: KeptResult;
  #nodes = 0;

  constructor(kept: KeptResult) {
    this.#kept = kept;
  }

  /** Returns what is shown in the place of a value. */
  see(value: unknown, at: Place): unknown {
    const { steps, place, shape } = at;
    const label = labelOfField(place.said, this.#kept.rest);
    this.#nodes++;
    if (this.#nodes > maxNodes || steps.length > maxDepth) return this.handleOf(value, steps, label);
    if (Array.isArray(value)) {
      this.label = joinLabels(this.label, label);
      return value.map((item, index) => this.see(item, withStep(at, String(index), shape.item(index))));
    }
    if (isRecord(value)) return this.#seeObject(value, at, label);
    if (!this.#isShown(value, at, label)) return this.handleOf(value, steps, label);
    if (!isOpen(label) && (typeof value === 'string' || typeof value === 'number'))
      this.shown.push({ value, steps, label });
    return value;
  }

  /** Returns the handle of a value. */
  handleOf(value: unknown, steps: readonly string[], label: Label): HandleView {
    const handle = handleText(this.#kept.id, steps);
    const size = sizeOf(value);
    const isPublic = label.readers === 'anyone';
    const view: HandleView = isPublic
      ? { handle, type: typeOf(value), ...(size === undefined ? {} : { size }) }
      : { handle };
    // Others have chosen how long their text is.
    if (isPublic && size !== undefined && !isOpen(label)) this.shown.push({ value: size, steps, label });
    handleViews.add(view);
    return view;
  }

  #seeObject(value: Readonly<Record<string, unknown>>, at: Place, label: Label): unknown {
    const { steps, place, shape } = at;
    const keys = Object.keys(value);
    // The name of a member that is not declared may be a sentence.
    if (!keys.every((key) => shape.names(key) || place.names(key))) return this.handleOf(value, steps, label);
    this.label = joinLabels(this.label, label);
    return Object.fromEntries(
      keys.map((key) => [key, this.see(value[key], withStep(at, key, shape.member(key)))] as const),
    );
  }

  #isShown(value: unknown, { place, shape }: Place, label: Label): boolean {
    if (label.readers !== 'anyone') return false;
    if (typeof value !== 'string') return true;
    // A trusted field of a result that others have written may be a name that they have chosen.
    if (label.trust === 'trusted' && (this.#kept.rest.trust === 'trusted' || isName(value))) return true;
    if (shape.lists(value) || date.test(value) || time.test(value) || uuid.test(value)) return true;
    return isId(value, place.said.idPattern);
  }
}

function withStep({ steps, place }: Place, step: string, shape: ResultShape): Place {
  return { steps: [...steps, step], place: place.at(step), shape };
}

/** Checks whether a value may be an ID, a name or an address, but no sentence. Not every script has spaces. */
function isName(value: string): boolean {
  return value.length <= maxIdChars && /^[!-~]*$/.test(value);
}

/** Checks whether a value is an ID by the pattern of the author, as a whole. */
function isId(value: string, pattern: string | undefined): boolean {
  if (pattern === undefined || value.length > maxIdChars || /\s/u.test(value)) return false;
  return new RegExp(`^(?:${pattern})$`, 'u').test(value);
}

function typeOf(value: unknown): NonNullable<HandleView['type']> {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : undefined;
}
