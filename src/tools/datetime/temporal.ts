import type { Temporal } from 'temporal-polyfill';
import { invalidArgument } from '../definition/invalid-argument.js';
import { loadPackage } from '../definition/load-package.js';

/** The types of the proposal Temporal, which the runtime or the package temporal-polyfill provides. */
export type TemporalApi = typeof Temporal;
export type { Temporal } from 'temporal-polyfill';

/**
 * Returns the Temporal of the runtime, or loads the polyfill.
 *
 * @throws DefinitionError if the runtime has no Temporal and the polyfill is not installed.
 */
export async function loadTemporal(): Promise<TemporalApi> {
  const { Temporal: native } = globalThis as { readonly Temporal?: TemporalApi };
  if (native !== undefined) return native;
  const polyfill = await loadPackage('temporal-polyfill', () => import('temporal-polyfill/full'));
  return polyfill.Temporal;
}

/**
 * Runs a part of a tool that reads one argument.
 *
 * @throws ValidationError if Temporal refuses the argument.
 */
export function readArgument<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw invalidArgument(name, `${error.message}.`);
    throw error;
  }
}
