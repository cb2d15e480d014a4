import { DefinitionError } from '../../base/errors/errors.js';
import { memoize } from '../../base/values/memoize.js';
import { editSchemas } from '../../schema/json-schema/schema-walk.js';
import { originOf } from '../spec/tool-origin.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import { digestOf } from './canonical-json.js';

/**
 * Returns the fingerprint of the definition that an approver decides on: name, description, schemas and version, and whether
 * it is a tool, a resource or a prompt, because a tool and a resource can have one name. The operation that an imported
 * tool calls is part of it, because a name can later call another one. Defaults
 * of arguments are no part of it: an approval is for complete arguments, and a schema may create another default each time.
 *
 * @throws DefinitionError if the schemas are nested too deeply to be compared.
 */
export const definitionFingerprint = memoize((spec: ToolSpec): string => {
  const { name, description, outputSchema, version, offer } = spec;
  const kind = offer === undefined ? {} : { kind: offer.kind };
  const origin = originOf(spec);
  const imported = origin === undefined ? {} : { origin };
  const inputSchema = editSchemas(spec.inputSchema, ({ default: _, ...others }) => others);
  const fingerprint = digestOf(
    { name, description, inputSchema, outputSchema, version, ...kind, ...imported },
    'base64url',
  );
  if (fingerprint !== undefined) return fingerprint;
  throw new DefinitionError(`A call of '${name}' cannot be deferred: its schemas are not JSON, or nested too deeply.`);
});
