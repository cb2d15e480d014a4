import { memoize } from '../../base/values/memoize.js';
import { type ToolView, viewMimeType } from '../../tool/metadata/tool-view.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { basicGroup } from '../../toolkit/entry/tool-group.js';
import type { ResourceEntry } from './offer-table.js';
import { UriTemplate } from './uri-template.js';

// The URI has the hash of the page, so that a page never changes. In milliseconds: a year.
const viewTtlMs = 31_536_000_000;

/** Returns the resources of the views of tools: one for each view, however many tools have it. */
export function viewResources(tools: readonly ToolEntry[]): readonly ResourceEntry[] {
  const views = new Map<string, ToolView>();
  for (const { spec } of tools) {
    const view = spec.ui?.view;
    if (typeof view === 'object') views.set(view.uri, views.get(view.uri) ?? view);
  }
  return [...views.values()].map(resourceOf);
}

const resourceOf = memoize((view: ToolView): ResourceEntry => {
  const { uri, html, meta } = view;
  const name = uri
    .slice('ui://'.length)
    .replaceAll(/[^\w-]/g, '-')
    .slice(-64);
  const offer = {
    kind: 'resource',
    uri,
    mimeType: viewMimeType,
    ttlMs: viewTtlMs,
    cacheScope: 'public',
    contentMeta: meta,
  } as const;
  const spec = ToolSpec.fromFunction(() => html, { name, meta }).offering(offer);
  const entry = { spec, group: basicGroup, source: undefined, enabled: true, middleware: [], postprocess: undefined };
  return { entry, offer, template: new UriTemplate(uri, name), text: html };
});
