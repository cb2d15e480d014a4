import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature } from '../../toolkit/feature.js';
import type { DuplicatePolicy } from '../../toolkit/resolve-duplicates.js';
import { OfferTable } from './offer-table.js';

/** The resources, prompts and completions of a toolkit. */
export class OffersFeature implements Feature {
  readonly name = 'offers';
  readonly table = new OfferTable();

  prepareOffers(
    entries: readonly ToolEntry[],
    policy: DuplicatePolicy,
    isReplaced?: (entry: ToolEntry) => boolean,
  ): () => void {
    return this.table.prepare(entries, policy, isReplaced);
  }

  removeOffers(isRemoved: (entry: ToolEntry) => boolean): boolean {
    return this.table.removeWhere(isRemoved);
  }

  onClear(): void {
    this.table.removeWhere(() => true);
  }
}
