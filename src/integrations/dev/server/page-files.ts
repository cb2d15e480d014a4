import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageFolder } from '../../../build/codegen/own-package.js';

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
}

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
};

/** The files of the page, which are read when they are first requested. */
export class PageFiles {
  readonly #files = new Map<string, PageFile>();

  /** Returns a file by its name. Returns undefined if the page has no such file, or has not been built. */
  find(name: string): PageFile | undefined {
    const known = this.#files.get(name);
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (known !== undefined || type === undefined) return known;
    const text = readText(name);
    if (text === undefined) return undefined;
    const file = { type, text };
    this.#files.set(name, file);
    return file;
  }
}

// Only the build of ES modules contains the page.
function readText(name: string): string | undefined {
  try {
    return readFileSync(join(findPackageFolder(), 'dist/integrations/dev/page', name), 'utf8');
  } catch {
    return undefined;
  }
}
