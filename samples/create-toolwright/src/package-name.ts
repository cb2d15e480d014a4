import { isBuiltin } from 'node:module';
import { basename } from 'node:path';
import { defaults } from './command-line.js';

const maxLength = 200;
const reserved = ['node_modules', 'favicon.ico'];

/**
 * Returns the name of the project in a folder: that of the folder, as npm accepts it.
 *
 * @param packages - The packages of the project. None of them may have the name, because npm would not install it.
 */
export function packageNameOf(folder: string, packages: readonly string[]): string {
  const name = basename(folder)
    // Letters without their accents.
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, maxLength)
    .replace(/^[-._]+|[-._]+$/g, '');
  if (name === '') return defaults.folder;
  const isTaken = isBuiltin(name) || reserved.includes(name) || packages.includes(name);
  return isTaken ? `${name}-app` : name;
}
