import { CommandFailure, exitCodes } from './shared/exit-codes.js';

// In characters of the line that is shown.
const shownBefore = 30;
const shownAfter = 30;

/**
 * Checks that a text is valid JSON.
 *
 * @param subject - What the text is, as the begin of a sentence.
 * @throws CommandFailure that shows where it is not.
 */
export function checkJson(text: string, subject: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${subject} invalid JSON${describePlace(text, reason)}`;
    throw new CommandFailure(message, exitCodes.tool, { code: 'invalid_json' });
  }
}

/** Describes the place that V8 names in its message, if it names one. */
function describePlace(text: string, reason: string): string {
  const position = positionIn(text, reason);
  if (position === undefined) return `: ${reason}`;
  const before = text.slice(0, position);
  const lineStart = before.lastIndexOf('\n') + 1;
  const [line = ''] = text.slice(lineStart).split('\n', 1);
  const column = position - lineStart;
  const from = Math.max(0, column - shownBefore);
  const place = `line ${before.split('\n').length}, column ${column + 1}`;
  const cause = reason.replace(/ (?:in|after) JSON at position .*$/s, '').replace(/, ".*" is not valid JSON$/s, '');
  return ` at ${place}: ${cause}\n  ${line.slice(from, column + shownAfter)}\n  ${' '.repeat(column - from)}^`;
}

function positionIn(text: string, reason: string): number | undefined {
  const named = /at position (\d+)/.exec(reason)?.[1];
  if (named !== undefined) return Number(named);
  if (/end of JSON input/.test(reason)) return text.trimEnd().length;
  // Of a short text, V8 names the character only. It is the first one that no valid JSON has there.
  const token = /^Unexpected token '(.)'/u.exec(reason)?.[1];
  return token === undefined ? undefined : firstInvalid(text, token);
}

/** Finds the first occurrence of a character up to which the text cannot be valid JSON. */
function firstInvalid(text: string, token: string): number | undefined {
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    try {
      JSON.parse(text.slice(0, at + 1));
    } catch (error) {
      if (!/end of JSON input|Unterminated string/.test(String(error))) return at;
    }
  }
  return undefined;
}
