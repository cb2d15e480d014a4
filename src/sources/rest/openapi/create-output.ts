import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { AnySchema } from '../../../schema/json-schema/schema-walk.js';
import { isJsonType, isStreamType } from './choose-media-type.js';
import { createSchema } from './create-schema.js';
import type { DescribedOperation, DescribedResponse } from './described-operation.js';
import type { SchemaPool } from './schema-pool.js';

const emptyResponse: JsonSchema = Object.freeze({ type: 'null' });

/**
 * Creates the schema of the data that the successful responses of an operation contain. Returns undefined if none of them
 * is JSON, or if the content of one of them is not known.
 *
 * @throws DefinitionError if one of the schemas is invalid.
 */
export function createOutput({ method, responses }: DescribedOperation, schemas: SchemaPool): JsonSchema | undefined {
  const successful = responses.filter(isSuccessful);
  const alternatives = new Map<string, AnySchema>();
  const add = (schema: AnySchema): unknown => alternatives.set(JSON.stringify(schema), schema);
  for (const { status, contents } of successful) {
    const json = contents.filter(({ mediaType }) => isJsonType(mediaType));
    const isKnown = json.length > 0 && json.every(({ schema }) => schema !== undefined) && !contents.some(isStream);
    if (!isKnown && status !== '204') return undefined;
    for (const { schema } of json) add(schemas.convert(schema));
    if (json.length === 0) add(emptyResponse);
  }
  const [first, ...more] = alternatives.values();
  if (typeof first !== 'object' || (more.length === 0 && first === emptyResponse) || method === 'HEAD')
    return undefined;
  return createSchema(more.length === 0 ? first : { anyOf: [first, ...more] }, schemas);
}

function isStream({ mediaType }: { readonly mediaType: string }): boolean {
  return isStreamType(mediaType);
}

function isSuccessful({ status }: DescribedResponse): boolean {
  return /^2(?:\d\d|XX)$/i.test(status);
}

/** Returns the media types that an operation accepts: JSON and streams if it succeeds with them, or else any type. */
export function acceptedTypes({ responses }: DescribedOperation): string {
  const typesOf = (list: readonly DescribedResponse[]): readonly string[] =>
    list.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)).filter(isReadable);
  if (typesOf(responses.filter(isSuccessful)).length === 0) return '*/*';
  return [...new Set(typesOf(responses))].join(', ');
}

function isReadable(mediaType: string): boolean {
  return isJsonType(mediaType) || isStreamType(mediaType);
}
