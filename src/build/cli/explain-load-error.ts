import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSyntaxError, readPlace } from './find-syntax-error.js';
import { messageOf } from './shared/message-of.js';
import { describePlace, type SourcePlace } from './source-place.js';

/**
 * Explains why a module cannot be loaded. A syntax error and a missing import are shown with their file, line and column.
 *
 * @param file - The module that was to be loaded.
 */
export async function explainLoadError(error: unknown, file: string): Promise<string> {
  if (!(error instanceof Error)) return messageOf(error);
  const missing = findMissingImport(error);
  if (missing !== undefined) return missing;
  if (error.name !== 'SyntaxError' && codeOf(error) !== 'ERR_INVALID_TYPESCRIPT_SYNTAX') return messageOf(error);
  const found = await findSyntaxError(file).catch(() => undefined);
  if (found !== undefined) return describePlace(found.place, endSentence(found.message));
  // An import of a name that the other module does not export.
  const place = readPlace(error.stack ?? '');
  return place === undefined ? messageOf(error) : describePlace(place, endSentence(messageOf(error)));
}

/** Explains the import of a module that does not exist. Returns undefined for other errors. */
function findMissingImport(error: Error): string | undefined {
  const [, kind, specifier, importer] =
    /^Cannot find (module|package) '(.+?)'(?: imported from (.+))?/.exec(error.message) ?? [];
  if (specifier === undefined || !isMissing(error)) return undefined;
  const [required] = 'requireStack' in error && Array.isArray(error.requireStack) ? error.requireStack : [];
  const file = importer === undefined ? required : pathOf(importer);
  if (typeof file !== 'string') return undefined;
  const found = findSpecifier(file, specifier);
  if (found === undefined) return `Cannot find ${kind} '${specifier}', which is imported from '${file}'.`;
  return describePlace(found.place, `Cannot find ${kind} '${found.specifier}'.`);
}

function isMissing(error: Error): boolean {
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND' || codeOf(error) === 'MODULE_NOT_FOUND';
}

/** Finds where a file imports a module, which Node.js names by its path. */
function findSpecifier(file: string, wanted: string): { place: SourcePlace; specifier: string } | undefined {
  const path = pathOf(wanted);
  for (const [index, line] of readLines(file).entries()) {
    for (const { 2: specifier = '', index: at } of line.matchAll(/(['"])([^'"]+)\1/g)) {
      const isFound =
        specifier === wanted ||
        specifier.startsWith(`${wanted}/`) ||
        (/^\.{1,2}\//.test(specifier) && resolve(dirname(file), specifier) === path);
      if (isFound) return { place: { file, line: index + 1, column: at + 1 }, specifier };
    }
  }
  return undefined;
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}

/** Returns the path of a file that Node.js names by its path or its URL. */
function pathOf(name: string): string {
  return name.startsWith('file:') ? fileURLToPath(name.replace(/[?#].*$/, '')) : name.replace(/\?version=\d+$/, '');
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
