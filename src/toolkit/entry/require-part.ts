import { DefinitionError } from '../../base/errors/errors.js';
import type { PartKey } from '../../call/host-call.js';
import type { ScopeControl } from './scope-control.js';

/**
 * Returns the part that a feature has in a scope.
 *
 * @throws DefinitionError if the feature is not installed.
 */
export function requirePart<Part>(scope: Pick<ScopeControl, 'part'>, key: PartKey<Part>): Part {
  const part = scope.part(key);
  if (part !== undefined) return part;
  throw new DefinitionError(`The feature '${key.name}' is not installed in this toolkit.`);
}
