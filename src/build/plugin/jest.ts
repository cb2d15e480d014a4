import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { loadCompiler } from './load-compiler.js';
import { ModuleTransformer } from './module-transformer.js';
import { type RecordOptions, recordNames } from './plugin-options.js';

/** The options of the jest transformer. */
export interface JestOptions extends RecordOptions {
  /** The transformer that compiles the files, as in jest's own `transform`: its name, with or without its options. */
  readonly transformer: string | readonly [name: string, options?: unknown];
}

const optionNames: OptionNames<JestOptions> = { ...recordNames, transformer: true };

/** The part of jest's synchronous transformers that is used. */
export interface JestTransformer {
  /** Compiles the text of a file. */
  process(code: string, path: string, options: JestRun): unknown;
  /** Returns a text that changes with everything that the compiled text depends on. */
  getCacheKey?(code: string, path: string, options: JestRun): string;
  readonly canInstrument?: boolean;
}

/** The options that jest passes to a transformer for one file. */
export interface JestRun {
  readonly config: { readonly rootDir: string };
  readonly configString?: string;
  readonly transformerConfig: unknown;
}

/**
 * Creates a jest transformer that adds the records of tools to each TypeScript file and passes it on to another
 * transformer: `['toolwright/jest', { transformer: ['@swc/jest', {}] }]`.
 *
 * @throws DefinitionError if no transformer is named, or if it cannot transform synchronously.
 */
export function createTransformer(options?: Partial<JestOptions>): JestTransformer {
  checkOptionNames(options ?? {}, optionNames, 'toolwright/jest');
  const { transformer: named, ...pluginOptions } = options ?? {};
  if (named === undefined) {
    throw new DefinitionError(
      "toolwright/jest needs the transformer that compiles the files: ['toolwright/jest', { transformer: ['ts-jest', {}] }].",
    );
  }
  const modules = new ModuleTransformer(pluginOptions, loadCompiler);
  const [name, innerOptions] = typeof named === 'string' ? [named] : named;
  let inner: JestTransformer | undefined;
  const insert = (code: string, path: string): string => {
    // In watch mode, jest transforms files again in the same process.
    modules.refresh();
    return modules.transform(code, path)?.code ?? code;
  };
  const innerOf = (run: JestRun): JestTransformer => {
    inner ??= loadTransformer(name, innerOptions, run.config.rootDir);
    return inner;
  };
  const innerRun = (run: JestRun): JestRun => ({ ...run, transformerConfig: innerOptions ?? {} });
  return {
    canInstrument: false,
    process: (code, path, run) => {
      const inserted = insert(code, path);
      const compile = (): unknown => innerOf(run).process(inserted, path, innerRun(run));
      const compiled = compile();
      // ts-jest reads a test file from the disk when it compiles it for the first time, unless `isolatedModules` is set.
      return inserted === code || hasRecords(compiled) ? compiled : compile();
    },
    // The key contains the records, which depend on other files.
    getCacheKey: (code, path, run) => {
      const inserted = insert(code, path);
      const innerKey = innerOf(run).getCacheKey?.(inserted, path, innerRun(run)) ?? run.configString ?? '';
      return createHash('sha256')
        .update([inserted, path, name, JSON.stringify(innerOptions), innerKey].join('\0'))
        .digest('hex');
    },
  };
}

/** Checks whether a compiled file still contains the records that were inserted into its source. */
function hasRecords(compiled: unknown): boolean {
  const code = isObject(compiled) ? compiled.code : compiled;
  return typeof code === 'string' && code.includes('toolwright/generated');
}

function loadTransformer(name: string, options: unknown, rootDir: string): JestTransformer {
  const loaded: unknown = createRequire(join(rootDir, 'package.json'))(name.replace('<rootDir>', rootDir));
  const module = (isObject(loaded) && 'default' in loaded ? loaded.default : loaded) as {
    readonly createTransformer?: (options: unknown) => unknown;
  };
  const transformer = module.createTransformer?.(options) ?? module;
  if (isObject(transformer) && typeof transformer.process === 'function')
    return transformer as unknown as JestTransformer;
  throw new DefinitionError(
    `toolwright/jest: '${name}' is not a transformer with a synchronous process(). Name one, such as 'ts-jest' or '@swc/jest'.`,
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The module as jest loads it. */
const transformerModule: {
  /** Creates the transformer. */
  readonly createTransformer: typeof createTransformer;
} = { createTransformer };

export default transformerModule;
