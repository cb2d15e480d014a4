import { renderValue } from '../../call/response/rendered.js';

/**
 * Checks whether a value that an agent returned or streamed answers its caller. Undefined, null and blank text do not. A
 * failed result does, because the call fails with its error.
 *
 * @throws OutputValidationError if the value cannot be represented as JSON.
 */
export function hasAnswer(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  const { error, structuredContent, content } = renderValue(value);
  if (error !== undefined) return true;
  if (structuredContent === null) return false;
  if (structuredContent !== undefined) return typeof structuredContent !== 'string' || !isBlank(structuredContent);
  return content.some((block) => block.type !== 'text' || !isBlank(block.text));
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
