import type { HiddenResponse, HiddenValue, ProgramFlow } from '../../../toolkit/hidden-value.js';
import { escapeHandle, handleText, parseHandle } from '../handles/handle-text.js';
import type { KeptResult, KeptResults } from '../handles/kept-results.js';
import { labelOfFields } from '../labels/field-labels.js';
import { isOpen, joinLabels, type Label, trustedLabel } from '../labels/label.js';
import { hideValue, isSeenWhole } from './hide-value.js';

/** What a result is kept with: all but its value. */
export type KeptLabels = Pick<KeptResult, 'callId' | 'toolName' | 'fields' | 'rest'>;

/** What a program may learn of a result besides its value. */
export interface ResultChoice {
  /** The label of what has chosen the result. @default trusted */
  readonly chosenBy?: Label | undefined;
  /** Whether it is one of several, so that the program learns their number. @default false */
  readonly isCounted?: boolean | undefined;
}

interface AwaitedResult {
  readonly labels: KeptLabels;
  readonly choice: ResultChoice;
}

/** What a program belongs to. */
export interface FlowProgramParts {
  readonly kept: KeptResults;
  /** The label of what the model wrote when it wrote the program. */
  readonly written: Label;
  /** The label of a result that is not known. */
  readonly unknown: () => Label;
  /** Called with the label of what the program has looked at. */
  readonly onLook: (label: Label) => void;
}

/** A program from which untrusted data is hidden until it looks. */
export class FlowProgram implements ProgramFlow {
  readonly #parts: FlowProgramParts;
  /** What the program has not received of calls, by their IDs: the chunks, which all have the same labels, and the result. */
  readonly #chunks = new Map<string, AwaitedResult>();
  readonly #results = new Map<string, AwaitedResult>();
  readonly #labels = new Map<string, Label>();
  #looked: Label = trustedLabel;
  #hasLooked = false;

  constructor(parts: FlowProgramParts) {
    this.#parts = parts;
  }

  /** The label of the program itself, and of what it has looked at. */
  get label(): Label {
    return joinLabels(this.#parts.written, this.#looked);
  }

  /** Adds the labels of a chunk that the program is about to receive. */
  awaitChunk(labels: KeptLabels, choice: ResultChoice): void {
    this.#chunks.set(labels.callId, { labels, choice });
  }

  /** Adds the labels of a result that the program is about to receive. */
  await(labels: KeptLabels, choice: ResultChoice): void {
    this.#results.set(labels.callId, { labels, choice });
  }

  /** Notes that a call has failed, so that the program receives no result. */
  fail(callId: string, label: Label): void {
    this.#chunks.delete(callId);
    this.look(label);
  }

  hide(
    { callId, isLast }: HiddenResponse,
    value: unknown,
    { isListening } = { isListening: false },
  ): HiddenValue | undefined {
    const awaited = (isLast ? this.#results : this.#chunks).get(callId);
    if (isLast) {
      this.#chunks.delete(callId);
      this.#results.delete(callId);
    }
    if (awaited === undefined) {
      this.look(this.#parts.unknown());
      return undefined;
    }
    const { labels, choice } = awaited;
    const { chosenBy = trustedLabel, isCounted = false } = choice;
    const { kept } = this.#parts;
    const result: KeptResult = { ...labels, id: kept.reserve(labels.callId), value };
    const root = hideValue(result, isOpen(chosenBy));
    const whole = joinLabels(labelOfFields(labels.fields, labels.rest), chosenBy);
    if (isCounted && isListening) this.look(whole);
    if (isSeenWhole(root)) return undefined;
    // What cannot be kept cannot be passed on, so that the program has it in clear.
    if (!kept.add(result)) {
      this.look(whole);
      return undefined;
    }
    const handle = handleText(result.id);
    this.#labels.set(handle, whole);
    return { handle, root };
  }

  writeText(text: string): string {
    const handle = parseHandle(text);
    // As long as the program has looked at nothing, its texts are those of its author.
    const isHandle = handle !== undefined && !this.#hasLooked && this.#parts.kept.find(handle.id) !== undefined;
    return isHandle ? text : escapeHandle(text);
  }

  looked(handles: readonly string[]): void {
    const all = handles.includes('*') ? [...this.#labels.values()] : handles.map((one) => this.#labels.get(one));
    for (const label of all) this.look(label ?? this.#parts.unknown());
  }

  /** Notes that the program has learned what there is not in a result of the session. */
  missed(): void {
    for (const { fields, rest } of this.#parts.kept.list()) this.look(labelOfFields(fields, rest));
  }

  /** Notes that the program has seen data with a label. */
  look(label: Label): void {
    if (isOpen(label)) return;
    this.#hasLooked = true;
    this.#looked = joinLabels(this.#looked, label);
    this.#parts.onLook(label);
  }
}
