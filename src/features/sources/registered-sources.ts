import { partOfHost } from '../../call/host-call.js';
import type { ToolSource } from '../../toolkit/tool-source.js';
import { sourcesKey } from './feature.js';

/** Returns the sources of a toolkit or session, and those that they contain. */
export function registeredSourcesOf(scope: object): readonly ToolSource[] {
  return partOfHost(scope, sourcesKey)?.sources.flatMap(withContained) ?? [];
}

/** Returns a source, and those that it contains. */
export function withContained(source: ToolSource): readonly ToolSource[] {
  return [source, ...(source.sources ?? []).flatMap(withContained)];
}
