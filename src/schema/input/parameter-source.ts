import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import type { ParamMetadata } from '../../metadata/tool-metadata.js';
import type { ParamOptions, ParamType } from '../../metadata/tool-options.js';
import { isDtoClass } from '../dto/dto-schema.js';
import { hoistDefs } from '../json-schema/edit-schema.js';
import { normalizeSchema } from '../json-schema/normalize.js';
import { readGeneratedSource } from '../typed/generated-source.js';
import type { GeneratedDefs } from '../typed/generated-types.js';
import { fitsKeywords } from '../validation/fits-keywords.js';
import { parseParts } from './parameter-parsers.js';
import type { ParseResult, ValueParser } from './value-parser.js';
import { readSchemaSource, type ValueSource } from './value-source.js';

/** The method that a parameter belongs to, as far as its types matter. */
export interface ParameterOwner {
  /** `Class.method`, for errors. */
  readonly where: string;
  /** Whether the compiler emitted run-time types. */
  readonly reflected: boolean;
  /** What the references in its generated schemas lead to. */
  readonly $defs?: GeneratedDefs | undefined;
}

/**
 * Finds out what one parameter takes: what `@Param()` or `params` says, else what was generated from its TypeScript
 * type, else its emitted type. Keywords refine any of them.
 *
 * @throws DefinitionError if nothing types it, saying why and what to do.
 */
export function readParameterSource(param: ParamMetadata, owner: ParameterOwner): ValueSource {
  const where = `${owner.where}: parameter '${param.name ?? `#${param.index + 1}`}'`;
  const source = typedSource(param, owner, where);
  const keywords = refinements(param, where);
  const published = withLiteralDefault(refinedBy(source.published, keywords), param, where);
  // A default that the method's own text does not have, nobody else fills in.
  const isFilled = param.literalDefault !== undefined && !param.hasDefault && 'default' in published;
  const further = isFilled ? { ...keywords, default: published.default } : keywords;
  return { ...source, published, enforced: refinedBy(source.enforced, further) };
}

function typedSource(param: ParamMetadata, owner: ParameterOwner, where: string): ValueSource {
  const { options, generated, designType } = param;
  const isSaid = options.schema !== undefined || options.type !== undefined;
  // The TypeScript type of a rest parameter is the whole array already.
  if (!isSaid && generated?.schema !== undefined) {
    return readGeneratedSource(generated.schema, owner.$defs ?? {}, where);
  }
  const source =
    options.schema !== undefined
      ? readSchemaSource(options.schema, where, 'input')
      : (sourceOfType(options.type ?? designType, where) ?? untypable(param, owner, where));
  return param.rest ? arrayOf(source) : source;
}

/** Whether the model may leave a parameter out. */
export function isOptional({ rest, hasDefault, options, generated, literalDefault }: ParamMetadata): boolean {
  const isSaid = options.optional === true || 'default' in options;
  return rest || hasDefault || isSaid || generated?.optional === true || literalDefault !== undefined;
}

/**
 * The keywords that `@Param()` or `params` adds to whatever typed a parameter. Throws a DefinitionError on a bad one.
 */
export function refinements(param: ParamMetadata, where: string): JsonSchema {
  // The rest of ParamOptions is about the parameter, not its values.
  const { name, type, schema, optional, ...keywords }: ParamOptions = param.options;
  return normalizeSchema(keywords, where);
}

/** A schema with further keywords; where both say the same keyword, the further one counts. */
export function refinedBy(schema: JsonSchema, keywords: JsonSchema): JsonSchema {
  return Object.keys(keywords).length === 0 ? schema : { ...schema, ...keywords };
}

/**
 * Publishes a literal default. One that the schema itself would refuse stays the code's own affair: it is fine where
 * JavaScript fills it in, and wrong where a model sends it.
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
 * Whether a parameter's own object type can stand for the tool's whole input: a required object with known properties.
 */
export function isFlattened(param: ParamMetadata, source: ValueSource): boolean {
  if (isOptional(param)) return false;
  const { type, properties } = source.published;
  return type === 'object' && properties !== undefined && Object.keys(properties).length > 0;
}

const plainTypes: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [String, Object.freeze({ type: 'string' })],
  [Number, Object.freeze({ type: 'number' })],
  [Boolean, Object.freeze({ type: 'boolean' })],
]);

const dateSchema: JsonSchema = Object.freeze({ type: 'string', format: 'date-time' });

function sourceOfType(type: unknown, where: string): ValueSource | undefined {
  const plain = plainTypes.get(type);
  if (plain !== undefined) return { published: plain, enforced: plain };
  if (type === Date) return { published: dateSchema, enforced: dateSchema, parse: parseDate };
  if (isDtoClass(type)) return readSchemaSource(type, where, 'input');
  if (Array.isArray(type) && type.length === 1) {
    const item = sourceOfType((type as readonly ParamType[])[0], where);
    return item === undefined ? undefined : arrayOf(item);
  }
  return undefined;
}

function parseDate(value: unknown): ParseResult {
  return { ok: true, value: typeof value === 'string' ? new Date(value) : value };
}

function arrayOf(item: ValueSource): ValueSource {
  return {
    published: arraySchema(item.published),
    enforced: arraySchema(item.enforced),
    ...(item.parse === undefined ? {} : { parse: parseEach(item.parse) }),
  };
}

/** References in an item's schema lead to its own root and definitions, which an array of it has to bring along. */
function arraySchema(item: JsonSchema): JsonSchema {
  const { properties, $defs } = hoistDefs({ item });
  return { type: 'array', items: properties.item, ...(Object.keys($defs).length > 0 ? { $defs } : {}) };
}

function parseEach(parse: ValueParser): ValueParser {
  return (value) => {
    const parts = (value as readonly unknown[]).map((item, step) => ({ step, value: item, parse }));
    return parseParts(parts, (items) => items);
  };
}

function untypable(param: ParamMetadata, owner: ParameterOwner, where: string): never {
  const remedy = "Use a DTO class, @Param({ schema }), or run 'toolwright generate'.";
  if (!owner.reflected && param.designType === undefined) {
    throw new DefinitionError(
      `${where} has no runtime type: nothing emitted one. Say it with params: { ${param.name ?? 'name'}: { type } } or an ` +
        'inputSchema, or name it in ctx or bind. For a method with legacy decorators, "emitDecoratorMetadata": true emits ' +
        `it (tsx and esbuild cannot), and @Param({ type }) says it. ${remedy}`,
    );
  }
  if (param.designType === Function) {
    throw new DefinitionError(
      `${where} has the runtime type Function: its class was imported by 'import type', or it takes a function. ` +
        `Import the class by 'import', use @Param({ schema }), or mark a ToolContext with @Ctx().`,
    );
  }
  const type: unknown = param.options.type ?? param.designType;
  if (typeof type === 'function' && type !== Object && type !== Array && type !== Promise) {
    throw new DefinitionError(`${where}: class '${type.name}' has no class-validator rules. ${remedy}`);
  }
  // Linters take the type off a parameter whose default shows it, and with it what the compiler would emit.
  const hint = param.hasDefault ? ' If its type is inferred from its default, write the type.' : '';
  throw new DefinitionError(`${where} has no runtime type (an interface, a union or an array). ${remedy}${hint}`);
}
