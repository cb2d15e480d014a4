import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import type { ParamMetadata } from '../../tool/metadata/param-metadata.js';
import type { ParamOptions, ParamType } from '../../tool/metadata/tool-options.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import { dateSchema } from '../json-schema/date-text.js';
import { hoistDefs } from '../json-schema/edit-schema.js';
import { normalizeSchema } from '../json-schema/normalize.js';
import { toDate } from '../typed/conversions.js';
import { describeNames } from '../typed/copy-schema.js';
import { dtoEngineFor } from '../typed/dto-engine.js';
import { readGeneratedSource } from '../typed/generated-source.js';
import { fitsKeywords } from '../validation/fits-keywords.js';
import { parseParts } from '../values/parameter-parsers.js';
import type { ValueParser } from '../values/value-parser.js';
import type { ValueSource } from '../values/value-source.js';
import { checkRefinements, checkStatedType } from './check-refinements.js';
import type { ParameterOwner } from './parameter-owner.js';
import { readSchemaSource } from './read-schema-source.js';
import { throwUntyped } from './untyped-parameter.js';

/**
 * Reads the source of one parameter's values: the type in `@Param()` or `params`, else the schema generated from its
 * TypeScript type, else its emitted type. The keywords of `@Param()` or `params` refine any of them.
 *
 * @throws DefinitionError that explains the reason and the fix, if no type is known.
 */
export function readParameterSource(param: ParamMetadata, owner: ParameterOwner): ValueSource {
  const where = `${owner.where}: parameter '${param.name ?? `#${param.index + 1}`}'`;
  const source = readTypedSource(param, owner, where);
  const keywords = withValueNames(readRefinements(param, where), param);
  checkStatedType(param, where);
  checkRefinements(source.published, keywords, where);
  const published = withLiteralDefault(refineSchema(source.published, keywords), param, where);
  // The validator must fill in a default that is not in the source text of the method.
  const isFilled = param.literalDefault !== undefined && !param.hasDefault && 'default' in published;
  const further = isFilled ? { ...keywords, default: published.default } : keywords;
  return { ...source, published, enforced: refineSchema(source.enforced, further) };
}

function readTypedSource(param: ParamMetadata, owner: ParameterOwner, where: string): ValueSource {
  const { options, generated, designType } = param;
  const isDeclared = options.schema !== undefined || options.type !== undefined;
  // The TypeScript type of a rest parameter is already the array type.
  if (!isDeclared && generated?.schema !== undefined) {
    const flow = isDtoClass(designType) ? { flow: () => dtoEngineFor(designType, where).flowOf(designType) } : {};
    return { ...readGeneratedSource(generated.schema, owner.$defs ?? {}, where), ...flow };
  }
  const source =
    options.schema !== undefined
      ? readSchemaSource(options.schema, where, 'input')
      : (sourceOfType(options.type ?? designType, where) ?? throwUntyped(param, owner, where));
  return param.rest ? arrayOf(source) : source;
}

/** Adds the names of an enum's numbers to the description that `@Param()` or `params` sets. */
function withValueNames(keywords: JsonSchema, { options, generated }: ParamMetadata): JsonSchema {
  if (keywords.description === undefined || options.type !== undefined || options.schema !== undefined) return keywords;
  const { description = keywords.description } = describeNames({ ...generated?.schema, ...keywords });
  return { ...keywords, description: description as string };
}

/** Checks whether the model may omit a parameter. */
export function isOptional({ rest, hasDefault, options, generated, literalDefault }: ParamMetadata): boolean {
  const isDeclared = options.optional === true || 'default' in options;
  return rest || hasDefault || isDeclared || generated?.optional === true || literalDefault !== undefined;
}

/**
 * Reads the keywords that `@Param()` or `params` adds to a parameter. Throws a DefinitionError on an invalid one.
 */
export function readRefinements(param: ParamMetadata, where: string): JsonSchema {
  // These options describe the parameter, not its values.
  const { name, type, schema, optional, decides, kind, readers, ...keywords }: ParamOptions = param.options;
  return normalizeSchema(keywords, where);
}

/** Adds keywords to a schema. An added keyword overrides one that the schema already has. */
export function refineSchema(schema: JsonSchema, keywords: JsonSchema): JsonSchema {
  return Object.keys(keywords).length === 0 ? schema : { ...schema, ...keywords };
}

/**
 * Publishes a literal default. A default that the schema itself rejects is not published: it is valid if JavaScript
 * fills it in, but invalid if a model sends it.
 */
function withLiteralDefault(published: JsonSchema, { literalDefault }: ParamMetadata, where: string): JsonSchema {
  if ('default' in published) {
    if (fitsKeywords(published.default, published)) return published;
    throw new DefinitionError(`${where}: its default does not fit its own schema. Correct one of them.`);
  }
  if (literalDefault === undefined || !fitsKeywords(literalDefault.value, published)) return published;
  return { ...published, default: literalDefault.value };
}

/**
 * Checks whether a parameter's type can be the root of the tool's input: a required object with known properties.
 */
export function isFlattened(param: ParamMetadata, source: ValueSource): boolean {
  if (isOptional(param)) return false;
  const { type, properties } = source.published;
  return type === 'object' && properties !== undefined && Object.keys(properties).length > 0;
}

const jsonSchemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

const textSchema: JsonSchema = Object.freeze({ type: 'string' });

const plainTypes: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [String, textSchema],
  [Number, Object.freeze({ type: 'number' })],
  [Boolean, Object.freeze({ type: 'boolean' })],
  ...jsonSchemaTypes.map((type) => [type, Object.freeze({ type })] as const),
]);

function sourceOfType(type: unknown, where: string): ValueSource | undefined {
  const plain = plainTypes.get(type);
  if (plain !== undefined) return { published: plain, enforced: plain };
  if (typeof type === 'string') {
    const names = jsonSchemaTypes.map((name) => `'${name}'`).join(', ');
    throw new DefinitionError(`${where}: type '${type}' is not the name of a JSON Schema type: ${names}.`);
  }
  // The conversion checks the text, and its message is the only one.
  if (type === Date) return { published: dateSchema, enforced: textSchema, parse: toDate };
  if (isDtoClass(type)) return readSchemaSource(type, where, 'input');
  if (Array.isArray(type) && type.length === 1) {
    const item = sourceOfType((type as readonly ParamType[])[0], where);
    return item === undefined ? undefined : arrayOf(item);
  }
  return undefined;
}

function arrayOf(item: ValueSource): ValueSource {
  return {
    published: arraySchema(item.published),
    enforced: arraySchema(item.enforced),
    ...(item.parse === undefined ? {} : { parse: parseEach(item.parse) }),
    ...(item.flow === undefined ? {} : { flow: flowOfEach(item.flow) }),
  };
}

/** Creates the schema of an array. It hoists the definitions to which the references of the item's schema resolve. */
function arraySchema(item: JsonSchema): JsonSchema {
  const { properties, $defs } = hoistDefs({ item });
  return { type: 'array', items: properties.item, ...(Object.keys($defs).length > 0 ? { $defs } : {}) };
}

function flowOfEach(flow: NonNullable<ValueSource['flow']>): ValueSource['flow'] {
  return () => Object.fromEntries(Object.entries(flow()).map(([pointer, said]) => [`/*${pointer}`, said]));
}

function parseEach(parse: ValueParser): ValueParser {
  return (value) => {
    const parts = (value as readonly unknown[]).map((item, step) => ({ step, value: item, parse }));
    return parseParts(parts, (items) => items);
  };
}
