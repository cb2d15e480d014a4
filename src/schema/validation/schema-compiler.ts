import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import type { CompiledSchema } from '../interpreter/compiled-schema.js';
import { type Interpretation, interpretSchema } from '../interpreter/schema-interpreter.js';
import { compileNativePattern } from '../patterns/native-patterns.js';
import { countJoinedCharacters } from './count-joined-characters.js';

/** The options for the compilation of a schema. */
export interface CompilerOptions {
  /** The limits and the engine for patterns. @default no limits, and JavaScript's regular expressions */
  readonly interpretation?: Interpretation | undefined;
  /** Whether a variation selector counts as part of the preceding character, as in class-validator. @default false */
  readonly joinsSelectors?: boolean;
}

/** The settings for the schemas of authors, who are trusted. */
const nativeInterpretation: Interpretation = Object.freeze({
  limits: Object.freeze({ validationSteps: Number.POSITIVE_INFINITY, patternWork: Number.POSITIVE_INFINITY }),
  compilePattern: compileNativePattern,
});

/**
 * Compiles a schema in the internal dialect to functions that validate values. It generates no code from strings, so
 * that it works in every runtime.
 *
 * @throws DefinitionError if one of its patterns cannot run, or a reference has no target.
 */
export function compileSchema(
  schema: JsonSchema,
  where: string,
  { interpretation = nativeInterpretation, joinsSelectors = false }: CompilerOptions = {},
): CompiledSchema {
  const settings = joinsSelectors ? { ...interpretation, countCharacters: countJoinedCharacters } : interpretation;
  try {
    return interpretSchema(schema, settings);
  } catch (error) {
    if (!DefinitionError.is(error)) throw error;
    throw new DefinitionError(`${where}: ${error.message}`, { cause: error });
  }
}
