import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { OpenApiInfo } from '../../../sources/rest/index.js';
import { findUp } from '../../plugin/module-file.js';

/** The name and the version of a server, as clients receive them. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
}

const unknownVersion = '0.0.0';

/**
 * Returns the name and the version of the tools in a module, a folder or a document: those that the document states, or
 * else those of the nearest package.json with a name, or else the name of the file or of its folder.
 *
 * @param info - What an OpenAPI document states. Undefined for a module and a folder.
 */
export function identityOf(modulePath: string, info: OpenApiInfo | undefined): ServerIdentity {
  if (info !== undefined) {
    const { title = nameOfDocument(modulePath), version = unknownVersion } = info;
    return { name: title, version };
  }
  const path = resolve(modulePath);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return readPackage(isFolder ? path : dirname(path)) ?? { name: nameOfPath(path, isFolder), version: unknownVersion };
}

/** Returns a name that every host accepts as the key of a server. */
export function keyOf({ name }: ServerIdentity): string {
  const key = name
    .replace(/^@[^/]*\//, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
    .slice(0, longestKey);
  return key === '' ? 'toolwright' : key;
}

/** The longest key of a server, in characters. */
export const longestKey = 64;

function nameOfDocument(path: string): string {
  return URL.canParse(path) && /^https?:/i.test(path) ? new URL(path).hostname : nameOfPath(resolve(path), false);
}

function nameOfPath(path: string, isFolder: boolean): string {
  const name = isFolder ? basename(path) : basename(path, extname(path));
  // These names occur in every project.
  return ['index', 'main', 'toolwright.config'].includes(name) ? basename(dirname(path)) : name;
}

/** Returns the name and the version in the nearest package.json that has a name. */
function readPackage(folder: string): ServerIdentity | undefined {
  const file = findUp(folder, 'package.json');
  if (file === undefined) return undefined;
  const { name, version } = readManifest(file);
  if (typeof name === 'string' && name !== '') {
    return { name, version: typeof version === 'string' ? version : unknownVersion };
  }
  // A file without a name only sets options.
  const parent = dirname(dirname(file));
  return parent === dirname(file) ? undefined : readPackage(parent);
}

/** Reads a package.json. Returns no fields if the file is not valid, because nothing depends on it. */
export function readManifest(file: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(manifest) ? manifest : {};
  } catch {
    return {};
  }
}
