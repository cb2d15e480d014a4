import type { Outcome } from '../../call/outcome.js';
import type { Rendered } from '../../call/response/rendered.js';
import type { KnownValues } from './known-values.js';
import { addressedData } from './labels/addressed-data.js';
import type { Label } from './labels/label.js';
import { leavesIn, leavesOfResult } from './result-labels.js';
import type { ToolPolicy } from './tool-policy.js';
import type { UntrustedTexts } from './untrusted-texts.js';

/** A result that a model has received. */
export interface SeenResult {
  readonly callId: string;
  readonly toolName: string;
  readonly outcome: Outcome;
  /** The one run of a tool that has returned it. Undefined if there were several, or none. */
  readonly run: { readonly policy: ToolPolicy; readonly outcome: Outcome; readonly rest: Label } | undefined;
}

/** A result whose values have not been read. */
interface Unread extends Omit<SeenResult, 'outcome' | 'run'> {
  readonly rendered: Rendered;
  readonly run: { readonly policy: ToolPolicy; readonly rendered: Rendered; readonly rest: Label } | undefined;
}

// Most sessions never compare an argument with the values of results, so that they are read late.
const maxUnread = 32;

/** The values in the results of a session: the trusted ones, which arguments may repeat, and the untrusted texts. */
export class SeenResults {
  readonly #values: KnownValues;
  readonly #texts: UntrustedTexts;
  #unread: Unread[] = [];

  constructor(values: KnownValues, texts: UntrustedTexts) {
    this.#values = values;
    this.#texts = texts;
  }

  add({ callId, toolName, outcome, run }: SeenResult): void {
    const { rendered } = outcome;
    const read = run && { policy: run.policy, rendered: run.outcome.rendered, rest: run.rest };
    this.#unread.push({ callId, toolName, rendered, run: read });
    // Content that exists already may be large media, which must not be kept.
    if (this.#unread.length > maxUnread || Object.hasOwn(rendered, 'content')) this.read();
  }

  /** Reads the values of all results. */
  read(): void {
    const unread = this.#unread;
    if (unread.length === 0) return;
    this.#unread = [];
    for (const result of unread) this.#readValues(result);
  }

  #readValues({ callId, toolName, rendered, run }: Unread): void {
    const data = addressedData(rendered);
    if (run === undefined || data === undefined) {
      this.#readTexts({ callId, toolName, rendered });
      return;
    }
    const original = addressedData(run.rendered);
    for (const leaf of leavesIn(data, leavesOfResult(original, run.policy, run.rest), original)) {
      const { pointer, value, label, kind } = leaf;
      const origin = { from: 'result', callId, toolName, pointer } as const;
      if (label.trust === 'untrusted') this.#texts.add(String(value), origin);
      else this.#values.add({ text: String(value), kind, readers: label.readers, origin });
    }
  }

  #readTexts({ callId, toolName, rendered }: Pick<Unread, 'callId' | 'toolName' | 'rendered'>): void {
    for (const block of rendered.content) {
      if (block.type === 'text') this.#texts.add(block.text, { from: 'result', callId, toolName, pointer: '' });
    }
  }
}
