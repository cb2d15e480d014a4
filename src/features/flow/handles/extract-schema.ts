import { ValidationError } from '../../../base/errors/errors.js';
import type { JsonSchema } from '../../../base/json/json-schema.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

const maxDepth = 5;
const maxSchemas = 100;
const types: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const formats: readonly unknown[] = ['date', 'date-time', 'time', 'uuid', 'email', 'uri'];

/** How each keyword of the schema of an extract is read. Any other keyword is refused. */
const keywords: Readonly<Record<string, (value: unknown, read: ReadSchema) => unknown>> = {
  type: (value) => (types.includes(value) ? value : refuse('type', types)),
  description: (value) => (typeof value === 'string' ? value : refuse('description', ['a text'])),
  enum: (value) => (Array.isArray(value) && value.every(isPlain) ? value : refuse('enum', ['a list of plain values'])),
  format: (value) => (formats.includes(value) ? value : refuse('format', formats)),
  minimum: readNumber,
  maximum: readNumber,
  maxItems: readNumber,
  maxLength: readNumber,
  required: (value) => (isNames(value) ? value : refuse('required', ['a list of names'])),
  items: (value, read) => read(value),
  properties: (value, read) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, held]) => [name, read(held)]))
      : refuse('properties', ['an object']),
  additionalProperties: () => false,
};

type ReadSchema = (schema: unknown) => JsonSchema;

/**
 * Reads the schema that a model has written for an extract: a tree of a few keywords, whose objects have no other members.
 *
 * @throws ValidationError if it is anything else, or too large.
 */
export function readExtractSchema(given: unknown): JsonSchema {
  let count = 0;
  const readAt =
    (depth: number): ReadSchema =>
    (schema) => {
      if (!isRecord(schema)) throw createSchemaError('each schema must be an object');
      if (++count > maxSchemas || depth > maxDepth) {
        throw createSchemaError(`it may have ${maxSchemas} schemas in ${maxDepth} levels`);
      }
      const read = readAt(depth + 1);
      const entries = Object.entries(schema).map(([keyword, value]) => {
        const readKeyword = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
        if (readKeyword === undefined) throw createSchemaError(`there is no keyword '${keyword.slice(0, 40)}'`);
        return [keyword, readKeyword(value, read)] as const;
      });
      const isObject = schema.type === 'object' || isRecord(schema.properties);
      if (!isObject && schema.type === undefined && schema.enum === undefined) {
        throw createSchemaError('each schema needs a type or an enum');
      }
      return { ...Object.fromEntries(entries), ...(isObject ? { type: 'object', additionalProperties: false } : {}) };
    };
  return readAt(1)(given);
}

function readNumber(value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? value : refuse('a limit', ['a number']);
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function refuse(keyword: string, allowed: readonly unknown[]): never {
  throw createSchemaError(`${keyword} must be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}`);
}

function createSchemaError(problem: string): ValidationError {
  return new ValidationError(
    `The schema of the extract is not accepted: ${problem}. Its keywords are ${Object.keys(keywords).join(', ')}.`,
  );
}
