import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { type EmittedFile, type EmittingContext, findHostCompiler, formatOf } from './host-compiler.js';
import { insertNodes } from './insert-nodes.js';
import { loadCompiler } from './load-compiler.js';
import { moduleFileOf } from './module-file.js';
import { ModuleTransformer } from './module-transformer.js';
import { checkRecordOptions, type RecordOptions } from './plugin-options.js';

const where = 'toolwright/nest-plugin';

/** The options of the plugin of the Nest CLI. */
export type NestPluginOptions = RecordOptions;

/** A transformer of TypeScript's compiler, of any version with a compiler API. */
export type NestTransformer = (context: EmittingContext) => <File extends EmittedFile>(file: File) => File;

/**
 * Creates the transformer that adds the records of tools to the modules that a build emits. The Nest CLI calls it for
 * `"plugins": ["toolwright/nest-plugin"]` in `nest-cli.json`.
 *
 * @throws DefinitionError on an option that does not exist or is not valid.
 */
export function before(options?: NestPluginOptions): NestTransformer {
  checkRecordOptions(options ?? {}, where);
  const modules = modulesFor(options ?? {});
  // In watch mode, the Nest CLI calls this function before each build.
  modules.refresh();
  return (context) => (file) => addRecords(file, context, modules);
}

/** Creates the transformer for the option `astTransformers` of ts-jest. */
export function factory(_compiler?: unknown, options?: NestPluginOptions): NestTransformer {
  return before(options);
}

/** The name of the transformer, from which ts-jest makes the name of its cache. */
export const name = where;

/** The version of what the transformer emits, from which ts-jest makes the name of its cache. */
export const version = 1;

/**
 * The visitor that the Nest CLI calls when it type-checks for another compiler, such as SWC. That compiler runs no
 * transformers, so the visitor refuses the build.
 */
export class ReadonlyVisitor {
  /** The name of the plugin in `nest-cli.json`, which the Nest CLI sets. */
  key = where;
  readonly typeImports: Readonly<Record<string, string>> = {};

  /** Ends the build with a DefinitionError that names the builders that work. */
  visit(): never {
    const error = new DefinitionError(
      `${where} adds records while TypeScript emits modules, which the builder 'swc' does not do. Fix one of: set the ` +
        `builder 'tsc' or 'webpack' in nest-cli.json; run 'toolwright generate', import the module that it writes, ` +
        `and remove ${where}.`,
    );
    // The Nest CLI drops an error that is thrown here, and goes on with the build.
    setImmediate(() => {
      throw error;
    });
    throw error;
  }

  /** Returns the metadata of the visited files, of which there is none. */
  collect(): Readonly<Record<string, never>> {
    return {};
  }
}

const transformers = new Map<string, ModuleTransformer>();

/** Returns the transformer for some options: a build asks for it several times. */
function modulesFor({ project, closed }: NestPluginOptions): ModuleTransformer {
  const key = JSON.stringify([project, closed]);
  const known = transformers.get(key) ?? new ModuleTransformer({ project, closed }, loadCompiler);
  transformers.set(key, known);
  return known;
}

function addRecords<File extends EmittedFile>(file: File, context: EmittingContext, modules: ModuleTransformer): File {
  const fileName = moduleFileOf(file.fileName);
  if (fileName === undefined) return file;
  const format = formatOf(file, context.getCompilerOptions());
  const records = modules.describe({ code: file.text, fileName, format });
  if (records === undefined) return file;
  for (const warning of records.warnings) emitWarning(warning);
  return insertNodes(file, records.insertions, { compiler: findHostCompiler(context), context });
}
