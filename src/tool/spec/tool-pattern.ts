import { DefinitionError } from '../../base/errors/errors.js';
import { optionRule } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';

/**
 * Compiles a pattern of tool names, in which `*` matches any number of characters.
 *
 * @param where - The beginning of the error's message.
 * @throws DefinitionError on anything but a text that is not empty.
 */
export function compileToolPattern(pattern: unknown, where: string): RegExp {
  if (typeof pattern !== 'string' || pattern === '') {
    throw new DefinitionError(`${where} must be a name or a pattern such as 'file_*', not ${previewValue(pattern)}.`);
  }
  // Several stars match the same as one, and would make the expression slow.
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

/** The rule of an option with patterns. `compileToolPatterns` checks each of them. */
export const toolPatterns = optionRule<readonly string[]>('an array of tool names', Array.isArray);

/**
 * Creates a function that checks whether a name matches one of the patterns.
 *
 * @param where - The beginning of the error's message.
 * @throws DefinitionError on anything but a text that is not empty.
 */
export function compileToolPatterns(patterns: readonly string[], where: string): (name: string) => boolean {
  const compiled = patterns.map((pattern, index) => compileToolPattern(pattern, `${where}[${index}]`));
  return (name) => compiled.some((one) => one.test(name));
}
