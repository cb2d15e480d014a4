import { resolve } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';

/**
 * Returns the absolute path of the file with types.
 *
 * @param modulePath - The absolute path of the module with schemas, if one is written.
 * @throws DefinitionError on a path that the file cannot have.
 */
export function checkTypesPath(types: string, modulePath?: string): string {
  const path = resolve(types);
  if (!/\.[cm]?ts$/.test(path)) throw new DefinitionError(`The file with types must end with .ts, not '${types}'.`);
  if (path === modulePath) {
    throw new DefinitionError(`The file with types cannot be the module with schemas, '${types}'.`);
  }
  return path;
}
