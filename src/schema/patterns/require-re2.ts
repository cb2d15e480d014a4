import { DefinitionError } from '../../base/errors/errors.js';
import { createMissingPackageError } from '../../base/runtime/load-package.js';
import { nodeRequire } from '../../base/runtime/node-require.js';
import type { Re2 } from './linear-patterns.js';

/**
 * Loads the package re2js synchronously. The core does not import it, because only few tools need it and it is large.
 *
 * @throws DefinitionError in a runtime without Node's module loader, or if the package is not installed.
 */
export function requireRe2(): Re2 {
  const load = nodeRequire();
  if (load === undefined) {
    throw new DefinitionError("patterns: 'linear' requires Node: this runtime cannot load the package re2js.");
  }
  try {
    const { RE2JS } = load('re2js') as { readonly RE2JS: Re2 };
    return RE2JS;
  } catch (cause) {
    const problem = "patterns: 'linear' requires the package re2js. Run npm install re2js.";
    throw createMissingPackageError(problem, cause);
  }
}
