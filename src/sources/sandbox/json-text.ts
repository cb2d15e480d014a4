import { OutputValidationError } from '../../base/errors/errors.js';
import { parseJson } from '../../base/json/parse-json.js';

// Deeper data would overflow the stack of code that reads it.
const maxDepth = 500;

/**
 * Reads JSON text of a program. A property `__proto__` is omitted.
 *
 * @throws OutputValidationError if the data is nested deeper than 500 levels.
 */
export function readJson(text: string): unknown {
  checkDepth(text);
  return parseJson(text);
}

function checkDepth(text: string): void {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isText) {
      if (code === backslash) index++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) depth--;
    if (depth > maxDepth) throw new OutputValidationError(`The data is nested deeper than ${maxDepth} levels.`);
  }
}

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
