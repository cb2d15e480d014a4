import { createRequire } from 'node:module';
import { DefinitionError } from '../../base/errors/errors.js';
import type { ts } from '../codegen/compiler.js';
import { ownFile } from '../codegen/own-package.js';
import type { ModuleFormat } from './module-file.js';

/** The module `typescript` of the build, which may be of another version than that of the generator. */
export type HostCompiler = typeof ts;

/** The part of a source file that the plugin reads. */
export interface EmittedFile {
  readonly fileName: string;
  readonly text: string;
}

/** The part of a transformation context that the plugin reads. */
export interface EmittingContext {
  /** The functions that create nodes. Each instance of the compiler has its own. */
  readonly factory: object;
  getCompilerOptions(): EmitOptions;
}

/** The compiler options that determine the format of emitted modules, as numbers of the compiler's enums. */
export interface EmitOptions {
  readonly module?: number | undefined;
  readonly target?: number | undefined;
}

/** The values of `ModuleKind` that are the same in all versions. */
const kinds = { commonJs: 1, es2015: 5, node16: 100, nodeNext: 199 };

const typescriptFile = /[\\/]typescript[^\\/]*\.[cm]?js$/;

/** The value of `ScriptTarget.ES2015`. */
const es2015 = 2;

/**
 * Finds the instance of TypeScript that runs a transformation: nodes of one instance must not enter the tree of another.
 *
 * @throws DefinitionError if the process has not loaded it as a CommonJS module.
 */
export function findHostCompiler({ factory }: EmittingContext): HostCompiler {
  const isHost = (exported: unknown): exported is HostCompiler => isObject(exported) && exported.factory === factory;
  // The exports of other modules may have getters with effects.
  const loaded = Object.entries(createRequire(ownFile).cache).filter(([path]) => typescriptFile.test(path));
  for (const exported of loaded.map(([, module]): unknown => module?.exports)) if (isHost(exported)) return exported;
  throw new DefinitionError(
    "toolwright/nest-plugin: the instance of TypeScript that runs this build is not the module 'typescript' of the " +
      'project. Use the plugin in nest-cli.json or in astTransformers of ts-jest.',
  );
}

/**
 * Returns the format in which a module is emitted.
 *
 * @throws DefinitionError for the formats of browsers and loaders that Node.js does not run.
 */
export function formatOf(file: object, { module, target = 0 }: EmitOptions): ModuleFormat {
  const kind = module ?? (target >= es2015 ? kinds.es2015 : kinds.commonJs);
  if (kind >= kinds.node16 && kind <= kinds.nodeNext) {
    const implied = 'impliedNodeFormat' in file ? file.impliedNodeFormat : undefined;
    return implied === kinds.commonJs ? 'commonjs' : 'module';
  }
  if (kind === kinds.commonJs) return 'commonjs';
  if (kind >= kinds.es2015) return 'module';
  throw new DefinitionError(
    "toolwright/nest-plugin: the compiler option 'module' names a format that Node.js does not run. Use 'commonjs' or 'nodenext'.",
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
