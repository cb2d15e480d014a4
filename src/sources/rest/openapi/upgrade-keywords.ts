import { joinSentences } from '../../../base/text/join-sentences.js';
import { findProblem } from '../../../schema/json-schema/normalize-checks.js';
import { annotations } from '../../../schema/json-schema/normalize-dialect.js';
import { schemasHeldBy } from '../../../schema/json-schema/schema-walk.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';

/** The keywords of JSON Schema that contain no schemas. Any other keyword of OpenAPI describes a schema for people. */
const plainKeywords: ReadonlySet<string> = new Set([
  ...annotations,
  ...['$ref', 'type', 'format', 'enum', 'const', 'nullable', 'pattern', 'required', 'dependentRequired', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ...['contentEncoding', 'contentMediaType'],
]);

/** The definitions inside a schema. References to them are resolved by their location. */
const definitionKeywords: readonly string[] = ['$defs', 'definitions'];

/**
 * Converts the keywords of one schema of a document to those of JSON Schema. The schemas that it contains and the
 * keywords that `modernize` translates are not changed.
 */
export function upgradeKeywords(schema: Fields, version: OpenApiDocument['version']): Fields {
  const ignoresSiblings = version !== '3.1' && typeof schema.$ref === 'string';
  const fields: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined || !isKeyword(keyword)) continue;
    if (ignoresSiblings && !appliesToReference(keyword)) continue;
    // A mistake in a description does not affect what is valid.
    if (annotations.has(keyword) && findProblem(keyword, value) !== undefined) continue;
    fields[keyword] = value;
  }
  if (schema['x-nullable'] === true) fields.nullable = true;
  const described = describeDefault(describeAlternatives(fields, schema.discriminator));
  return rejectEmptyEnum(admitNull(encodeFiles(described)));
}

/** Checks whether a schema describes a file: bytes that are base64 in the arguments. */
export function isFileSchema({ type, format, contentEncoding, contentMediaType }: Fields): boolean {
  if (type === 'file' || format === 'binary' || contentEncoding === 'binary') return true;
  return contentEncoding === undefined && contentMediaType === 'application/octet-stream';
}

function isKeyword(keyword: string): boolean {
  if (definitionKeywords.includes(keyword)) return false;
  return plainKeywords.has(keyword) || schemasHeldBy(keyword) !== undefined;
}

/** Checks whether a keyword applies next to `$ref`. Strictly, `nullable` does not, but every author expects it. */
function appliesToReference(keyword: string): boolean {
  return keyword === '$ref' || keyword === 'nullable' || annotations.has(keyword);
}

function encodeFiles(fields: Fields): Fields {
  if (!isFileSchema(fields)) return fields;
  const { format: _, ...others } = fields;
  return { ...others, ...(fields.type === 'file' ? { type: 'string' } : {}), contentEncoding: 'base64' };
}

/** Adds null to the values of a nullable schema. OpenAPI 3.0.3 requires authors to list it, which few do. */
function admitNull(fields: Fields): Fields {
  if (fields.nullable !== true || !Array.isArray(fields.enum) || fields.enum.includes(null)) return fields;
  return { ...fields, enum: [...fields.enum, null] };
}

/** Replaces an enum without values, which no value matches. */
function rejectEmptyEnum(fields: Fields): Fields {
  if (!Array.isArray(fields.enum) || fields.enum.length > 0) return fields;
  const described = Object.entries(fields).filter(([keyword]) => annotations.has(keyword));
  return { ...Object.fromEntries(described), not: {} };
}

// A longer list would fill the description.
const maxShownValues = 50;

/** Describes the values of the property that selects an alternative, because JSON Schema has no such keyword. */
function describeAlternatives(fields: Fields, discriminator: unknown): Fields {
  const { propertyName, mapping } = fieldsOf(discriminator);
  if (typeof propertyName !== 'string' || (fields.oneOf ?? fields.anyOf) === undefined) return fields;
  const values = Object.keys(fieldsOf(mapping)).slice(0, maxShownValues);
  const text = `'${propertyName}' selects the alternative${values.length === 0 ? '' : `: ${values.join(', ')}`}.`;
  return { ...fields, description: addSentence(fields.description, text) };
}

// A longer default is no help for a model.
const maxDefaultChars = 60;

/**
 * Describes the default in words. The server fills it in, so that no request may contain it and a required property with a
 * default stays required.
 */
function describeDefault({ default: value, ...fields }: Fields): Fields {
  const text = value === undefined || value === null ? '' : JSON.stringify(value);
  if (text === '' || text.length > maxDefaultChars) return fields;
  return { ...fields, description: addSentence(fields.description, `Default: ${text}.`) };
}

function addSentence(description: unknown, sentence: string): string {
  return joinSentences(typeof description === 'string' ? description : undefined, sentence);
}
