import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { DefinitionError } from '../../../base/errors/errors.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** The compiler options of a tsconfig file, with those of the files that it extends. */
export type CompilerOptions = Readonly<Record<string, unknown>>;

// A longer chain is circular.
const maxDepth = 20;

/**
 * Reads the compiler options of a tsconfig file. It does not use a compiler: the one of the project may have any version.
 *
 * @throws DefinitionError if a file does not exist or is not valid.
 */
export function readCompilerOptions(file: string, depth = 0): CompilerOptions {
  if (depth > maxDepth) throw new DefinitionError(`'${file}' extends itself.`);
  const errors: ParseError[] = [];
  if (!existsSync(file)) throw new DefinitionError(`'${file}' does not exist.`);
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const config: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(config)) throw new DefinitionError(`'${file}' is not valid JSON.`);
  const bases = [config.extends].flat().filter((base) => typeof base === 'string');
  const inherited = bases.map((base) => readCompilerOptions(resolveBase(file, base), depth + 1));
  const own = isRecord(config.compilerOptions) ? config.compilerOptions : {};
  return Object.assign({}, ...inherited, own);
}

function resolveBase(file: string, base: string): string {
  const folder = dirname(file);
  if (base.startsWith('.') || isAbsolute(base)) return withExtension(resolve(folder, base));
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'node_modules', base);
    const found = [path, `${path}.json`, join(path, 'tsconfig.json')].find(
      (one) => extname(one) === '.json' && existsSync(one),
    );
    if (found !== undefined) return found;
    if (dirname(at) === at) throw new DefinitionError(`'${file}' extends '${base}', which is not installed.`);
  }
}

function withExtension(path: string): string {
  return extname(path) === '.json' ? path : `${path}.json`;
}
