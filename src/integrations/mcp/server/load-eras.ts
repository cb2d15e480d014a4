import { isMissingPackageError } from '../../../base/runtime/load-package.js';
import { previewValue } from '../../../base/values/value-preview.js';
import { DefinitionError } from '../../../index.js';
import type { McpEra } from '../protocol/era.js';
import type { McpBinder } from './binder.js';
import type { RoundOptions } from './serve-options.js';

/** Functions that load the binders of the eras to serve. They reject with the error of a missing package if an SDK is missing. */
export type EraLoaders = Readonly<Partial<Record<McpEra, (options: RoundOptions) => Promise<McpBinder>>>>;

/**
 * Returns the loaders of the selected era, or of all eras.
 *
 * @throws DefinitionError on an unknown era.
 */
export function selectEras(loaders: EraLoaders, era: McpEra | undefined): EraLoaders {
  if (era === undefined) return loaders;
  const load = Object.hasOwn(loaders, era) ? loaders[era] : undefined;
  if (load !== undefined) return { [era]: load };
  const known = Object.keys(loaders).map((one) => `'${one}'`);
  throw new DefinitionError(`serveMcp: era must be ${known.join(' or ')}, not ${previewValue(era)}.`);
}

/**
 * Loads the binder of the first era whose SDK is installed.
 *
 * @throws DefinitionError if no SDK is installed.
 */
export async function loadFirst(loaders: EraLoaders, options: RoundOptions): Promise<McpBinder> {
  let missing: unknown;
  for (const load of Object.values(loaders)) {
    try {
      return await load(options);
    } catch (error) {
      if (!isMissingPackageError(error)) throw error;
      missing ??= error;
    }
  }
  throw missing;
}
