import { DefinitionError } from '../../../base/errors/errors.js';
import { previewValue } from '../../../base/values/value-preview.js';

/**
 * Reads a URL that the author wrote.
 *
 * @param where - The option, for the error.
 * @throws DefinitionError that begins with `where` unless it is a URL that requests can be sent to.
 */
export function readHttpUrl(value: unknown, where: string): URL {
  const text = String(value);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isValid = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '';
  if (isValid) return url;
  throw new DefinitionError(
    `${where} must be an http(s) URL without a user name and a fragment, not ${previewValue(value)}.`,
  );
}
