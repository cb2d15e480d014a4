import type { JsonSchema } from '../../index.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/**
 * Checks that the only argument of a call is not a word without the name of its parameter, and suggests a pair.
 *
 * @throws CommandFailure if it is, and the schema of the tool shows which parameter is meant.
 */
export function checkWord(text: string, { properties = {}, required = [] }: JsonSchema): void {
  const names = Object.keys(properties);
  const name = names.find((one) => required.includes(one)) ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined || !isWord(text)) return;
  const message = `The arguments are neither JSON nor pairs. Did you mean ${name}=${quote(text)}?`;
  throw new CommandFailure(message, exitCodes.tool, { code: 'invalid_json' });
}

/** Checks whether a text is no JSON, or a number, true or false, which are not the arguments of any tool. */
function isWord(text: string): boolean {
  if (/^\s*(?:[{["]|$)/.test(text)) return false;
  try {
    return JSON.parse(text) !== null;
  } catch {
    return true;
  }
}

/** Writes the text of a pair for a shell. A text that begins with `@` would be a path. */
function quote(text: string): string {
  const value = text.startsWith('@') ? `@${text}` : text;
  return /^[\w.,:/@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
