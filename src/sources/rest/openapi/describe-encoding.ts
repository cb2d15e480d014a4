import { DefinitionError } from '../../../base/errors/errors.js';
import { show } from '../../../schema/json-schema/normalize-problem.js';
import type { PropertyEncoding } from '../http/operation.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';
import { textOf } from './operation-parts.js';

const styles: readonly unknown[] = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'];

/**
 * Describes how the properties of a form are encoded (OpenAPI 3.1, "Encoding Object").
 *
 * @throws DefinitionError with the reason why a property cannot be sent.
 */
export function describeEncoding(
  document: OpenApiDocument,
  media: Fields,
): Readonly<Record<string, PropertyEncoding>> | undefined {
  const entries = Object.entries(fieldsOf(media.encoding));
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([name, value]) => [name, describeProperty(document, name, fieldsOf(value))]));
}

function describeProperty(document: OpenApiDocument, name: string, encoding: Fields): PropertyEncoding {
  const { style, explode, contentType } = encoding;
  if (style !== undefined && !styles.includes(style)) {
    throw new DefinitionError(
      `the encoding of its property '${name}' has the style ${show(style)}, which is not supported`,
    );
  }
  const required = Object.entries(fieldsOf(encoding.headers)).find(([header, value]) => {
    return header.toLowerCase() !== 'content-type' && document.resolve(value, 'a header').required === true;
  });
  if (required !== undefined) {
    throw new DefinitionError(`its property '${name}' requires the header '${required[0]}', which cannot be sent`);
  }
  return {
    style: style as PropertyEncoding['style'],
    explode: typeof explode === 'boolean' ? explode : undefined,
    contentType: firstType(textOf(contentType)),
  };
}

/** Returns the first of several media types. Returns undefined for a range of them. */
function firstType(types: string | undefined): string | undefined {
  return types
    ?.split(',')
    .map((type) => type.trim())
    .find((type) => type !== '' && !type.includes('*'));
}
