import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import { type Interpretation, interpretSchema } from '../interpreter/schema-interpreter.js';
import type { CompiledSchema } from './compiled-schema.js';
import { compileSchema } from './schema-compiler.js';

/**
 * Prepares a schema in the internal dialect for validation: it is compiled, or interpreted if it has settings for that.
 *
 * @throws DefinitionError if the schema cannot be compiled, or one of its patterns cannot run.
 */
export function prepareSchema(schema: JsonSchema, where: string, interpretation?: Interpretation): CompiledSchema {
  if (interpretation === undefined) return compileSchema(schema, where);
  try {
    return interpretSchema(schema, interpretation);
  } catch (error) {
    if (!DefinitionError.is(error)) throw error;
    throw new DefinitionError(`${where}: ${error.message}`, { cause: error });
  }
}
