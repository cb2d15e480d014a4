import { DefinitionError } from '../base/errors/errors.js';
import { object, optionRule } from '../base/options/option-rules.js';
import { previewValue } from '../base/values/value-preview.js';
import { createUnknownNameError } from '../tool/spec/unknown-name-error.js';
import { parseRange, type VersionRange } from '../tool/spec/version-range.js';
import type { ToolCatalog } from './tool-catalog.js';

/** The range of versions by tool name, such as `{ search: '1.x' }`. The highest version in the range is chosen. */
export type ToolVersions = Readonly<Record<string, string>>;

/** The compiled ranges by tool name. */
export type VersionRanges = ReadonlyMap<string, VersionRange>;

/** The rule of the option `versions`. `compileVersions` checks each range. */
export const versionRanges = optionRule<ToolVersions>(
  'an object of ranges by tool name',
  (value) => object(value) === undefined,
);

const noRanges: VersionRanges = new Map();

/**
 * Compiles the option `versions`.
 *
 * @param where - The beginning of the error's message.
 * @throws DefinitionError on an unknown tool, a malformed range, and a range that no registered version matches.
 */
export function compileVersions(
  versions: ToolVersions | undefined,
  catalog: ToolCatalog,
  where: string,
): VersionRanges {
  if (versions === undefined) return noRanges;
  const compile = ([name, range]: [string, unknown]) => [name, compileRange(range, { name, catalog, where })] as const;
  return new Map(Object.entries(versions).map(compile));
}

interface RangeSite {
  readonly name: string;
  readonly catalog: ToolCatalog;
  readonly where: string;
}

function compileRange(text: unknown, { name, catalog, where }: RangeSite): VersionRange {
  const registered = catalog.versions(name).map(({ spec }) => spec.version);
  if (registered.length === 0) throw createUnknownNameError(where, name, catalog.names);
  const range = typeof text === 'string' ? parseRange(text) : undefined;
  if (range === undefined) {
    throw new DefinitionError(
      `${where}: the range of '${name}' must be a version such as '1.2.3', or '1.2.x', '1.x' or '*', ` +
        `not ${previewValue(text)}.`,
    );
  }
  if (registered.some((version) => range(version))) return range;
  const known = registered.map((version) => version ?? 'a tool without a version').join(', ');
  throw new DefinitionError(`${where}: no version of '${name}' matches '${String(text)}'. Registered: ${known}.`);
}
