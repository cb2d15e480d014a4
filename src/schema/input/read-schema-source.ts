import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { isStandardSchema, jsonSchemaOf, type StandardSchema } from '../../base/json/standard-schema.js';
import { classNameOf } from '../../base/values/class-name.js';
import { isNativeError } from '../../base/values/value-kinds.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import { normalizeAuthored, normalizeSchema } from '../json-schema/normalize.js';
import { isNormalized } from '../json-schema/normalized-schemas.js';
import { relaxDefaults } from '../json-schema/relax-defaults.js';
import { findDroppedNames } from '../standard/dropped-names.js';
import { parseByStandardSchema } from '../standard/standard-parser.js';
import { dtoEngineFor } from '../typed/dto-engine.js';
import { anyObject } from '../typed/plain-schema.js';
import { composeDefaults } from '../validation/fill-defaults.js';
import type { ParseResult, ValueParser } from '../values/value-parser.js';
import type { ValueSource } from '../values/value-source.js';
import { checkShape } from './check-shape.js';

/** The side of a Standard Schema: its input or its output. */
export type SchemaSide = 'input' | 'output';

/**
 * Reads a schema of a definition: a Standard Schema, a DTO class or a JSON Schema.
 *
 * @throws DefinitionError if it is none of these, or is invalid.
 */
export function readSchemaSource(schema: SchemaSource, where: string, side: SchemaSide): ValueSource {
  const source = readSource(schema, where, side);
  return side === 'input' ? withOptionalDefaults(source) : source;
}

/** Makes properties with a default optional. A parser that requires them receives their defaults. */
function withOptionalDefaults(source: ValueSource): ValueSource {
  const { parse, authored } = source;
  const published = relaxDefaults(source.published);
  if (published === source.published) return source;
  const fill = composeDefaults(published);
  if (parse !== undefined && fill !== undefined) {
    return {
      ...source,
      published,
      parse: (value, bound) => {
        fill(value as Record<string, unknown>);
        return parse(value, bound);
      },
    };
  }
  const enforced = relaxDefaults(source.enforced);
  return { ...source, published, enforced, ...(authored === undefined ? {} : { authored: relaxDefaults(authored) }) };
}

function readSource(schema: SchemaSource, where: string, side: SchemaSide): ValueSource {
  if (isNormalized(schema)) return { published: schema, enforced: schema };
  if (isStandardSchema(schema)) return standardSource(schema, where, side);
  if (isDtoClass(schema)) {
    const engine = dtoEngineFor(schema, where);
    return {
      published: engine.schemaOf(schema, where),
      enforced: anyObject,
      parse: engine.parserOf(schema),
      flow: () => engine.flowOf(schema),
    };
  }
  if (typeof schema === 'function') {
    throw new DefinitionError(
      `${where}: class '${classNameOf(schema)}' has no class-validator rules. Decorate its properties, or pass a JSON Schema.`,
    );
  }
  checkShape(schema, where);
  const { schema: published, authored } = normalizeAuthored(schema, where);
  return { published, enforced: published, authored };
}

const anything: JsonSchema = Object.freeze({});

function standardSource(schema: StandardSchema, where: string, side: SchemaSide): ValueSource {
  const json = readJsonSchema(schema, where, side);
  if (json === undefined) {
    const { vendor } = schema['~standard'];
    throw new DefinitionError(
      `${where}: this ${vendor} schema cannot produce a JSON Schema. ` +
        (vendor === 'valibot'
          ? "Wrap it: toStandardJsonSchema(schema) from '@valibot/to-json-schema'."
          : `Use a version of ${vendor} with Standard JSON Schema ('~standard.jsonSchema'), or wrap it so that it has one.`),
    );
  }
  const published = normalizeSchema(json, where);
  const parse: ValueParser = (value, bound) => parseByStandardSchema(schema, value, bound);
  // What a tool returns loses the properties that its schema does not have.
  return { published, enforced: anything, parse: side === 'input' ? refusingDroppedNames(parse, published) : parse };
}

/** Returns a parser that refuses what the parser of a Standard Schema would drop from nested objects. */
function refusingDroppedNames(parse: ValueParser, published: JsonSchema): ValueParser {
  const conclude = (sent: unknown, result: ParseResult): ParseResult => {
    if (!result.ok) return result;
    const issues = findDroppedNames({ sent, output: result.value }, published);
    return issues.length === 0 ? result : { ok: false, issues };
  };
  return (value, bound) => {
    const result = parse(value, bound);
    return result instanceof Promise ? result.then((one) => conclude(value, one)) : conclude(value, result);
  };
}

/** Returns the JSON Schema of a Standard Schema. Throws a DefinitionError on a value without a JSON form, such as a date. */
function readJsonSchema(schema: StandardSchema, where: string, side: SchemaSide): JsonSchema | undefined {
  try {
    return jsonSchemaOf(schema, side);
  } catch (error) {
    const path = unrepresentablePath(schema, side).join('.');
    throw new DefinitionError(
      `${where}${path === '' ? '' : `: '${path}'`}: this ${schema['~standard'].vendor} schema cannot produce a JSON Schema: ` +
        `${messageOf(error)} ${remedies[side]}`,
      { cause: error },
    );
  }
}

const remedies: Readonly<Record<SchemaSide, string>> = {
  input:
    'Describe the JSON value that is sent, and convert it: in zod, a date is z.iso.datetime({ offset: true }).pipe(z.coerce.date()). ' +
    "A bound value without a JSON form is no part of the schema, but a further parameter: (args: Args, db: Db) => …, with both types, and bind: { db: 'app.db' }.",
  output: 'Describe the JSON value that is returned: in zod, the text of a date is z.iso.datetime().',
};

/** Returns the path to a property of a zod object that cannot produce a JSON Schema itself. Its error does not state it. */
function unrepresentablePath(schema: StandardSchema, side: SchemaSide): readonly string[] {
  const { shape } = schema as { readonly shape?: unknown };
  if (typeof shape !== 'object' || shape === null) return [];
  for (const [name, property] of Object.entries(shape)) {
    if (!isStandardSchema(property)) continue;
    try {
      jsonSchemaOf(property, side);
    } catch {
      return [name, ...unrepresentablePath(property, side)];
    }
  }
  return [];
}

function messageOf(error: unknown): string {
  const message = isNativeError(error) ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
