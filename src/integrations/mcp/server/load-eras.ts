import { emitWarning } from '../../../base/errors/emit-warning.js';
import { isMissingPackageError } from '../../../base/runtime/load-package.js';
import { previewValue } from '../../../base/values/value-preview.js';
import { DefinitionError } from '../../../index.js';
import { type McpEra, packageOfEra } from '../protocol/era.js';
import type { McpBinder } from './binder.js';
import type { BinderOptions } from './serve-options.js';

/** Functions that load the binders of the eras to serve. They reject with the error of a missing package if an SDK is missing. */
export type EraLoaders = Readonly<Partial<Record<McpEra, (options: BinderOptions) => Promise<McpBinder>>>>;

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
 * Loads the binder of the first era that can be served. Emits a process warning if that is not the first era.
 *
 * @throws DefinitionError if no era can be served.
 */
export async function loadFirst(loaders: EraLoaders, options: BinderOptions): Promise<McpBinder> {
  let missing: unknown;
  for (const load of Object.values(loaders)) {
    try {
      const binder = await load(options);
      if (missing !== undefined) warnOfMissingSdk();
      return binder;
    } catch (error) {
      if (!isMissingPackageError(error)) throw error;
      missing ??= error;
    }
  }
  throw missing;
}

/** Emits a process warning that names the clients that cannot be served, because an SDK is not installed. */
export function warnOfMissingSdk(): void {
  const name = packageOfEra['2025-11-25'];
  emitWarning(
    `MCP clients of protocol version 2025-11-25 and older, which most hosts are, are refused: the package ${name} is not ` +
      `installed. Run: npm install ${name}; or set era: '2026-07-28'.`,
  );
}
