import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { DescribedBody } from './described-operation.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';
import { isFileSchema } from './upgrade-keywords.js';

/** Returns the properties of a multipart body that are files, or lists of files. */
export function filesOf({ contentType, schema }: DescribedBody, document: OpenApiDocument): readonly string[] {
  if (!/^multipart\//i.test(contentType)) return [];
  const parts = partsOf(schema, document);
  const properties = parts.flatMap((part) => Object.entries(fieldsOf(part.properties)));
  return properties.filter(([, property]) => isFile(property, document)).map(([name]) => name);
}

function isFile(property: unknown, document: OpenApiDocument): boolean {
  return partsOf(property, document).some((part) => {
    return isFileSchema(part) || (part.items !== undefined && isFile(part.items, document));
  });
}

// Deeper schemas describe no part of a multipart body.
const maxDepth = 8;

/** Returns a schema and the schemas that it combines, without references. */
function partsOf(schema: unknown, document: OpenApiDocument, depth = 0): readonly Fields[] {
  if (!isRecord(schema) || depth > maxDepth) return [];
  const { $ref, allOf, anyOf, oneOf } = schema;
  const held = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const targets = $ref === undefined ? held : [document.locate($ref).value, ...held];
  return [schema, ...targets.flatMap((target) => partsOf(target, document, depth + 1))];
}
