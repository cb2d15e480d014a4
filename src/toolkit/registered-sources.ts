import { partOfHost } from '../call/host-call.js';
import { callRunnerKey } from './call-runner.js';
import type { ToolSource } from './tool-source.js';

/** Returns the sources of a toolkit or session, and those that they contain. */
export function registeredSourcesOf(scope: object): readonly ToolSource[] {
  // The catalog of another version of this package may have no sources.
  const followed = partOfHost(scope, callRunnerKey)?.parts.catalog.sources?.values() ?? [];
  return [...followed].flatMap(({ source }) => withContained(source));
}

/** Returns a source, and those that it contains. */
export function withContained(source: ToolSource): readonly ToolSource[] {
  return [source, ...(source.sources ?? []).flatMap(withContained)];
}
