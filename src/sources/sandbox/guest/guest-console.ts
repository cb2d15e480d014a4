import { apply, hide, slice, stringify } from './built-ins.js';
import { type GuestHost, logLevels } from './guest-api.js';

/** Creates the console of the program, which sends lines until there are too many characters. */
export function createConsole(log: GuestHost['log'], maxCharacters: number): object {
  const console = {};
  let characters = maxCharacters;
  for (let level = 0; level < logLevels.length; level++) {
    hide(console, logLevels[level] ?? '', (...values: unknown[]) => {
      if (characters < 0) return;
      const text = lineOf(values, characters);
      const rest = characters;
      characters -= text.length + 1;
      log(level, apply(slice, text, [0, rest]), text.length > rest);
    });
  }
  return console;
}

/** Writes values in a line, until it is longer than allowed. */
function lineOf(values: readonly unknown[], maxCharacters: number): string {
  let text = '';
  for (let index = 0; index < values.length; index++) {
    text += (index === 0 ? '' : ' ') + textOf(values[index]);
    if (text.length > maxCharacters) break;
  }
  return text;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    if (typeof value === 'object' && value !== null && !(value instanceof Error)) return stringify(value) ?? `${value}`;
    return String(value);
  } catch {
    return '[object]';
  }
}
