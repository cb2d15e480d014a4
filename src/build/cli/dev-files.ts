import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DevPlace, isMcpPlace } from './dev-place.js';
import { importedFiles } from './imported-files.js';
import { isConfigurationPath, isFolderPath } from './load-folder.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/**
 * Returns a function that lists the files whose changes start the tools again: a module and what it imports, a document, or
 * a folder.
 *
 * @throws CommandFailure if the file does not exist.
 */
export function filesOf(place: DevPlace): () => readonly string[] {
  if (isMcpPlace(place) || /^https?:\/\//i.test(place.modulePath)) return () => [];
  const { modulePath: path, document } = place;
  if (!existsSync(path)) throw new CommandFailure(`File '${path}' does not exist.`, exitCodes.module);
  if (isConfigurationPath(path)) return () => [dirname(resolve(path))];
  if (isFolderPath(path) || document !== undefined) return () => [resolve(path)];
  return () => [...importedFiles(path)];
}
