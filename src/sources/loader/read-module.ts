import { basename, extname, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LATE, settleWithin } from '../../base/async/settle-within.js';
import { DefinitionError } from '../../index.js';
import { isMapping } from './configuration.js';
import { messageOf } from './message-of.js';
import { findBaseClasses, readExport } from './read-export.js';
import { type FileTools, failFile, type SkippedTool, type ToolPart } from './tool-file.js';

/** The names of the files that are modules. */
export const modulePattern = '*.{ts,mts,cts,js,mjs,cjs}';

/** How a module is imported. */
export interface ModuleImport {
  /** A number that differs from those of earlier imports, so that a changed module is read again. */
  readonly version: number;
  /** How long the import may take, in milliseconds. */
  readonly importTimeoutMs: number;
}

/** Imports a module and returns the tools of its exports. Exports that are not tools are skipped. */
export async function readModule(file: string, options: ModuleImport): Promise<FileTools> {
  const reason = reasonToSkip(file);
  if (reason !== undefined) return { ...failFile(), skipped: [{ file, reason }] };
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await importFile(file, options);
  } catch (error) {
    return failFile(createError(file, `The module cannot be imported: ${messageOf(error)}${importHint(error)}`, error));
  }
  const values = Object.entries(exported);
  const bases = findBaseClasses(values.map(([, value]) => value));
  const parts: ToolPart[] = [];
  const skipped: SkippedTool[] = [];
  const errors: DefinitionError[] = [];
  for (const [exportName, value] of values.filter(([, one]) => !bases.has(one))) {
    try {
      const read = await readExport(nameOf(exportName, value, file), value);
      if (typeof read === 'string') skipped.push({ file, exportName, reason: read });
      else parts.push(read);
    } catch (error) {
      errors.push(createError(file, `The export '${exportName}' cannot be loaded: ${messageOf(error)}`, error));
    }
  }
  if (values.length === 0) skipped.push({ file, reason: 'It exports nothing.' });
  return { parts, skipped, errors };
}

function reasonToSkip(file: string): string | undefined {
  if (/\.d\.[cm]?ts$/.test(file)) return 'It contains only types.';
  return /\.(?:spec|test)\.[cm]?[jt]s$/.test(file) ? 'It contains tests.' : undefined;
}

/**
 * Imports a file and returns its exports. Each value occurs once.
 *
 * @throws DefinitionError if the import takes too long. It cannot be ended, and goes on without a receiver.
 */
export async function importFile(
  file: string,
  { version, importTimeoutMs }: ModuleImport,
): Promise<Readonly<Record<string, unknown>>> {
  const { href } = pathToFileURL(file);
  const importing = import(version === 0 ? href : `${href}?version=${version}`);
  const imported = await settleWithin<Readonly<Record<string, unknown>>>(importing, importTimeoutMs);
  if (imported === LATE) {
    throw new DefinitionError(
      `it took longer than ${importTimeoutMs} ms (importTimeoutMs). A top-level await in it may never end.`,
    );
  }
  const { 'module.exports': _, ...module } = imported;
  const { default: main, ...named } = module;
  // Node.js detects only some named exports of CommonJS modules. `default` contains all of them.
  const all: Readonly<Record<string, unknown>> = isPlain(main) ? { ...main, ...named } : module;
  const names = new Map<unknown, string>();
  for (const [name, value] of Object.entries(all)) if (!names.has(value)) names.set(value, name);
  return Object.fromEntries([...names].map(([value, name]) => [name, value]));
}

/** Returns the name of a tool that is a function. */
function nameOf(exportName: string, value: unknown, file: string): string {
  if (exportName !== 'default') return exportName;
  const name = typeof value === 'function' ? value.name : '';
  return name === '' || name === 'default' ? basename(file, extname(file)) : name;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isMapping(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function createError(file: string, message: string, cause: unknown): DefinitionError {
  return new DefinitionError(`${relative(process.cwd(), file) || file}: ${message}`, { cause, details: { file } });
}

function importHint(error: unknown): string {
  const isTypeScript = (error as { readonly code?: unknown } | null)?.code === 'ERR_UNKNOWN_FILE_EXTENSION';
  return isTypeScript ? '. Import TypeScript with: node --import toolwright/register' : '';
}
