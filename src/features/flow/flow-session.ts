import type { OptionNames } from '../../base/options/check-options.js';
import { string } from '../../base/options/option-rules.js';
import type { CallLabels } from '../../call/call-labels.js';
import type { Readers, Trust } from '../../tool/metadata/flow-options.js';
import { readers, trust } from '../../tool/metadata/tool-option-names.js';
import type { KnownData, LabelledLeaf } from './argument-labels.js';
import { KeptResults } from './handles/kept-results.js';
import { type ShownValue, ShownValues } from './handles/shown-values.js';
import { KnownValues } from './known-values.js';
import { createLabel, joinLabels, type Label, untrustedLabel } from './labels/label.js';
import { SeenResults } from './seen-results.js';
import { UntrustedTexts } from './untrusted-texts.js';
import { UserWords } from './user-words.js';

/** What was decided about a call. `none`: nothing was against it. */
export type FlowDecision = 'none' | 'asked' | 'denied' | 'allowed';

/** A call that a session can explain. */
export interface FollowedCall {
  readonly toolName: string;
  readonly decision: FlowDecision;
  /** The arguments with their labels. */
  readonly leaves: readonly LabelledLeaf[];
  /** The label of the result. Undefined while there is none. */
  readonly result: Label | undefined;
}

/** What a session has seen, besides the results of its calls. */
export interface SeenData {
  /** Whether the data is trusted, such as the application's own text. @default 'untrusted' */
  readonly trust?: Trust | undefined;
  /** Who may read the data. @default 'anyone' */
  readonly readers?: Readers | undefined;
  /** The text, which is only used to say later where an argument comes from. @default unknown */
  readonly text?: string | undefined;
}

/** The names of what a session has seen. */
export const seenNames: OptionNames<SeenData> = { trust, readers, text: string };

// How many calls a session can explain.
const maxCalls = 200;

/** What a model has seen in a session. It only ever becomes less trusted. */
export class FlowSession implements KnownData {
  readonly words = new UserWords();
  readonly results: SeenResults;
  /** The results that the model moves without reading them. */
  readonly kept = new KeptResults();
  /** The untrusted values that the model has seen of them. */
  readonly shown = new ShownValues();
  readonly #values = new KnownValues();
  readonly #texts = new UntrustedTexts();
  readonly #calls = new Map<string, FollowedCall>();
  readonly #onFull: () => void;
  #label: Label;
  #isFull = false;
  #extracts = 0;
  readonly #expected = new Map<string, CallLabels>();

  /** @param onFull - Called once if there is more than can be kept, so that nothing is trusted any more. */
  constructor(label: Label, onFull: () => void) {
    this.#label = label;
    this.#onFull = onFull;
    this.results = new SeenResults(this.#values, this.#texts);
  }

  /** The label of what the model writes. */
  get label(): Label {
    return this.#label;
  }

  /** The label of what leaves the session in the words of its model, which may contain values that it was shown. */
  get labelOfWords(): Label {
    return joinLabels(this.#label, this.shown.label);
  }

  /** Whether values can be compared with what the session knows. */
  get isComparable(): boolean {
    this.#read();
    return !this.#isFull;
  }

  /** The values of trusted fields of results. */
  get values(): KnownValues {
    this.#read();
    return this.#values;
  }

  /** The untrusted texts of results. */
  get texts(): UntrustedTexts {
    this.#read();
    return this.#texts;
  }

  saw(label: Label): void {
    this.#label = joinLabels(this.#label, label);
  }

  /** Adds what the user has written. */
  said(text: string): void {
    if (!this.words.add(text)) this.#fill();
  }

  /** Adds what the model has seen in another way than by a call of the session. */
  sawData({ trust = 'untrusted', readers = 'anyone', text }: SeenData): void {
    this.saw(createLabel(trust, readers));
    if (text === undefined || trust === 'trusted') return;
    this.texts.add(text, { from: 'result', callId: '', toolName: 'session.saw', pointer: '' });
  }

  /** Notes what is known elsewhere of the arguments of a call that is made next. */
  expect(callId: string, labels: CallLabels): void {
    this.#expected.set(callId, labels);
    const [oldest] = this.#expected.keys();
    if (this.#expected.size > maxCalls && oldest !== undefined) this.#expected.delete(oldest);
  }

  /** Returns what was noted of a call, once. */
  takeExpected(callId: string): CallLabels | undefined {
    const labels = this.#expected.get(callId);
    if (labels !== undefined) this.#expected.delete(callId);
    return labels;
  }

  /** Counts an extract, and returns their number. */
  countExtract(): number {
    this.#extracts++;
    return this.#extracts;
  }

  /** Adds an untrusted value of a kept result that the model sees. */
  show(value: ShownValue): void {
    if (!this.shown.add(value)) this.#fill();
  }

  #read(): void {
    this.results.read();
    // If there are too many values, nothing is trusted any more.
    if (this.#values.isFull) this.#fill();
  }

  #fill(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.saw(untrustedLabel);
    this.#onFull();
  }

  add(call: FollowedCall, callId: string): void {
    // The latest call of an ID is the one that is explained.
    this.#calls.delete(callId);
    this.#calls.set(callId, call);
    if (this.#calls.size <= maxCalls) return;
    const [oldest] = this.#calls.keys();
    if (oldest !== undefined) this.#calls.delete(oldest);
  }

  find(callId: string): FollowedCall | undefined {
    return this.#calls.get(callId);
  }
}
