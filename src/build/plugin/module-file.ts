import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The format of a module that Node.js runs. */
export type ModuleFormat = 'module' | 'commonjs';

/** A text of a module. */
export interface ModuleText {
  /** TypeScript, or what another compiler made of it. */
  readonly code: string;
  /** The path of the module's file. */
  readonly fileName: string;
  /**
   * The format in which a compiler emits the module, if that compiler leaves inserted imports and names as they are.
   * Undefined if the text with the records is compiled like any other.
   */
  readonly format?: ModuleFormat | undefined;
}

/**
 * Returns the path of the TypeScript file that a module ID refers to. Undefined for other files, for files in
 * node_modules, for virtual modules, and for files that a bundler imports as text or as a URL.
 */
export function moduleFileOf(id: string): string | undefined {
  const [path = '', query = ''] = id.split('?', 2);
  if (!/\.[cm]?tsx?$/.test(path) || /\.d\.[cm]?ts$/.test(path) || path.startsWith('\0')) return undefined;
  if (/(?:^|&)(?:raw|url|inline)(?:[&=]|$)/.test(query)) return undefined;
  return path.split(/[\\/]/).includes('node_modules') ? undefined : path;
}

/**
 * Checks whether a source text may have tools: a class with decorators, one that may inherit tools, or a call that makes
 * tools of functions.
 */
export function mayHaveTools(text: string): boolean {
  if (/\bclass\b/.test(text) && /@\s*[\w$]|\bextends\b/.test(text)) return true;
  return toolCalls.test(text);
}

// A module that registers functions may import its toolkit from another one, so it need not name this package.
const toolCalls = /\.\s*(?:register|fromFunction)\s*[(<]|\btool\s*[(<]|\bToolkit\s*\.\s*of\s*\(|\btool\s+as\s/;

/** Finds a file or folder in a folder or the nearest folder above it. */
export function findUp(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name);
    if (existsSync(path)) return path;
    if (at === dirname(at) || at.endsWith(`${sep}node_modules`)) return undefined;
  }
}
