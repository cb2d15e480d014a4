import type { Outcome } from '../../call/outcome.js';
import type { Label } from './labels/label.js';

const maxResults = 10_000;

/** The labels of results that are kept out of the context of models, which other sessions may read. */
export class OffloadedLabels {
  readonly #labels = new Map<string, Label>();

  /** Notes the label of a result that has been offloaded. Has no effect on any other. */
  note({ rendered }: Outcome, label: Label): void {
    const { offloaded } = (rendered.metadata ?? {}) as { readonly offloaded?: { readonly id?: unknown } };
    if (typeof offloaded?.id !== 'string') return;
    this.#labels.set(offloaded.id, label);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > maxResults && oldest !== undefined) this.#labels.delete(oldest);
  }

  /** Returns the label of a result. Undefined for one that this process does not know. */
  find(id: unknown): Label | undefined {
    return typeof id === 'string' ? this.#labels.get(id) : undefined;
  }
}
