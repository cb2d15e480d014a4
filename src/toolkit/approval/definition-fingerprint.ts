import { DefinitionError } from '../../errors.js';
import { memoize } from '../../memoize.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { digestOf } from '../canonical-json.js';

/**
 * Returns the fingerprint of the definition that an approver decides on: name, description, schemas and version.
 *
 * @throws DefinitionError if the schemas are nested too deeply to be compared.
 */
export const definitionFingerprint = memoize((spec: ToolSpec): string => {
  const { name, description, inputSchema, outputSchema, version } = spec;
  const fingerprint = digestOf({ name, description, inputSchema, outputSchema, version }, 'base64url');
  if (fingerprint !== undefined) return fingerprint;
  throw new DefinitionError(`A call of '${name}' cannot be deferred: its schemas are not JSON, or nested too deeply.`);
});
