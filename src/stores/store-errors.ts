import { DefinitionError, RateLimitError, ToolExecutionError } from '../base/errors/errors.js';
import { byteLength } from '../base/text/byte-length.js';
import { previewValue } from '../base/values/value-preview.js';

// A key becomes part of the subject of a message, whose length brokers limit.
const maxKeyLength = 512;

/** Checks a key. Throws a DefinitionError if it is not a text of 1 to 512 characters. */
export function checkKey(key: unknown): string {
  if (typeof key === 'string' && key !== '' && key.length <= maxKeyLength) return key;
  throw new DefinitionError(
    `A key of a store must be a text of 1 to ${maxKeyLength} characters, not ${previewValue(key)}.`,
  );
}

/**
 * Returns a value as JSON text.
 *
 * @throws DefinitionError if it has no JSON form.
 * @throws ToolExecutionError if it is larger than `maxValueBytes`.
 */
export function encodeRecord(value: unknown, maxValueBytes: number): string {
  const json = toJson(value);
  const bytes = byteLength(json);
  if (bytes <= maxValueBytes) return json;
  const message = `A value of ${bytes} bytes is too large for its store, which accepts ${maxValueBytes} (maxValueBytes).`;
  throw new ToolExecutionError(message, { details: { limit: 'maxValueBytes', value: maxValueBytes, bytes } });
}

/** Creates the error of a store that has no room for another record. */
export function createFullError(limit: string, value: number): RateLimitError {
  return new RateLimitError(`The store is full (${limit}: ${value}). Try again later, or raise the limit.`, {
    details: { limit, value },
  });
}

function toJson(value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (cause) {
    throw new DefinitionError('A value of a store must be JSON data.', { cause });
  }
  if (json !== undefined) return json;
  throw new DefinitionError(`A value of a store must be JSON data, not ${previewValue(value)}.`);
}
