import { visibleText } from '../../../../base/text/visible-text.js';
import { collectSecrets, redactText } from '../../../../call/redact-secrets.js';
import { secret } from '../../../../call/state/secret.js';
import { secretValues } from './environment.js';
import type { ServerCommand } from './server-process.js';

/** The end of a process, as far as it has ended. */
interface ProcessEnd {
  readonly endReason: string | undefined;
  /** The end of what the process has written to standard error. */
  readonly errorOutput: string;
}

// The characters of standard error that an error shows.
const shownErrorChars = 500;

/** Describes a command and the end of its process for developers, without secrets. */
export function describeCommand({ command, args = [], env }: ServerCommand, end: ProcessEnd): string {
  const shown = args.map((arg, index) => (isPublic(arg, args[index - 1]) ? arg : hidden));
  const unshown = [...secretValues(env), ...args.filter((arg) => !shown.includes(arg))];
  const secrets = collectSecrets([unshown.map((text) => secret(text))]);
  const written = visibleText(redactText(end.errorOutput, secrets)).trim().slice(-shownErrorChars);
  const line = visibleText(redactText([command, ...shown].join(' '), secrets));
  const sentence = `The command '${line}' ${end.endReason ?? 'is running'}.`;
  return written === '' ? sentence : `${sentence} Its standard error ends with:\n${written}`;
}

const hidden = '…';

const option = /^(?:-[a-z]|--[a-z][a-z-]*)$/i;
const word = /^[a-z]+(?:[-_][a-z]+)*$/;
const packageName = /^@[a-z][\w.-]*\/[a-z][\w.-]*(?:@[\w.~^-]+)?$/;
const sourceFile = /^[\w@~ ./\\:-]+\.(?:[cm]?[jt]s|py|jar|sh)$/;

/** The options of npx and python that take no value, or the name of a program. */
const programOptions: ReadonlySet<string> = new Set(['-y', '--yes', '-m']);

/**
 * Whether an argument can be shown. Anything may be a secret except options and the names of programs, packages and
 * files. A word that follows an option may be its value.
 */
function isPublic(arg: string, before = ''): boolean {
  if (option.test(arg)) return true;
  return (
    [packageName, sourceFile].some((form) => form.test(arg)) ||
    (word.test(arg) && (!before.startsWith('-') || programOptions.has(before)))
  );
}
