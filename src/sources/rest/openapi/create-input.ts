import type { JsonSchema } from '../../../base/json/json-schema.js';
import { UniqueNames } from '../../../schema/json-schema/schema-refs.js';
import { type AnySchema, isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { ArgumentPlacement, RestBodyOptions } from '../create-operation.js';
import { createSchema } from './create-schema.js';
import type { DescribedBody, DescribedOperation, DescribedParameter } from './described-operation.js';
import { filesOf } from './files-of.js';
import type { SchemaPool } from './schema-pool.js';

/** The arguments of an operation, and where they are sent. */
export interface OperationInput {
  readonly inputSchema: JsonSchema;
  readonly placement: Readonly<Record<string, ArgumentPlacement>>;
  readonly body: RestBodyOptions | undefined;
}

/** The properties of an input schema, while they are collected. */
interface InputParts {
  readonly properties: Map<string, AnySchema>;
  readonly required: string[];
}

// Anthropic's rule for property names.
const legalName = /^[a-zA-Z0-9_.-]{1,64}$/;
const longestName = 64;

/** The keywords of an object whose properties can be arguments next to the parameters. */
const flatKeywords: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties'],
  ...['description', 'default', 'examples', 'deprecated', '$comment'],
]);

/**
 * Creates the arguments of an operation: its parameters by name, and the properties of its body. A body that is not a
 * plain object, or that has a property with the name of a parameter, is the argument `body`.
 *
 * @throws DefinitionError if one of the schemas is invalid.
 */
export function createInput({ parameters, body }: DescribedOperation, schemas: SchemaPool): OperationInput {
  const parts: InputParts = { properties: new Map(), required: [] };
  const names = new UniqueNames();
  const placement: Record<string, ArgumentPlacement> = {};
  for (const parameter of parameters) {
    const argument = names.take(toLegalName(parameter.name));
    const { in: location, name, style, explode } = parameter;
    placement[argument] = { in: location, name, style, explode };
    parts.properties.set(argument, withDescription(schemas.convert(parameter.schema), parameter));
    if (parameter.required) parts.required.push(argument);
  }
  const bodyOptions = body === undefined ? undefined : addBody(body, { schemas, names, parts });
  return { inputSchema: createInputSchema(parts, schemas), placement, body: bodyOptions };
}

interface BodyContext {
  readonly schemas: SchemaPool;
  readonly names: UniqueNames;
  readonly parts: InputParts;
}

function addBody(body: DescribedBody, { schemas, names, parts }: BodyContext): RestBodyOptions {
  const { contentType, required, encoding } = body;
  const converted = schemas.convert(body.schema);
  const files = filesOf(body, schemas.document);
  const flat = flatten(converted, body, { schemas, parts });
  if (flat === undefined) {
    const argument = names.take('body');
    parts.properties.set(argument, withDescription(converted, body));
    if (required) parts.required.push(argument);
    return { contentType, argument, files, encoding };
  }
  for (const [name, property] of Object.entries(flat.properties ?? {})) parts.properties.set(name, property);
  parts.required.push(...(flat.required ?? []));
  return { contentType, files, encoding, required };
}

/** Returns the object whose properties can be arguments. Returns undefined if the body has to be one argument. */
function flatten(
  converted: AnySchema,
  { contentType, required }: DescribedBody,
  { schemas, parts }: Pick<BodyContext, 'schemas' | 'parts'>,
): JsonSchema | undefined {
  const schema = schemas.follow(converted);
  if (typeof schema !== 'object' || !isObjectType(contentType)) return undefined;
  const isPlain =
    Object.keys(schema).every((keyword) => flatKeywords.has(keyword)) &&
    (schema.type ?? 'object') === 'object' &&
    (schema.additionalProperties ?? false) === false;
  const names = Object.keys(schema.properties ?? {});
  const areLegal = names.every((name) => legalName.test(name) && name !== '__proto__' && !parts.properties.has(name));
  // Without a body, the required properties of an optional body are not required.
  const canBeOmitted = required || (schema.required ?? []).length === 0;
  // A required name without a schema would be an unknown argument.
  const areDeclared = (schema.required ?? []).every((name) => names.includes(name));
  return isPlain && names.length > 0 && areLegal && canBeOmitted && areDeclared ? schema : undefined;
}

/** Checks whether a body of a media type is encoded from the properties of an object. */
function isObjectType(contentType: string): boolean {
  return /[/+]json\b|^application\/x-www-form-urlencoded|^multipart\/form-data/i.test(contentType);
}

function createInputSchema({ properties, required }: InputParts, schemas: SchemaPool): JsonSchema {
  const root: JsonSchema = {
    type: 'object',
    properties: Object.freeze(Object.fromEntries(properties)),
    ...(required.length === 0 ? {} : { required: Object.freeze(required) }),
  };
  return createSchema(root, schemas);
}

function withDescription(schema: AnySchema, { description }: Pick<DescribedParameter, 'description'>): AnySchema {
  if (description === undefined || schema === false) return schema;
  return Object.freeze({ ...(isRecord(schema) ? schema : {}), description });
}

function toLegalName(name: string): string {
  if (legalName.test(name) && name !== '__proto__') return name;
  const legal = name.replaceAll(/[^a-zA-Z0-9_.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return legal.slice(0, longestName) || 'parameter';
}
