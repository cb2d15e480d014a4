import { seePage } from '../../base/errors/docs-page.js';
import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { isInstalled, nodeRequire } from '../../base/runtime/node-require.js';
import { classNameOf } from '../../base/values/class-name.js';
import type { ClassFlow } from '../../tool/metadata/flow-options.js';
import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import type { DtoClass } from '../dto/validation-rules.js';
import type { ValueParser } from '../values/value-parser.js';
import type { GeneratedTypes } from './generated-types.js';
import { createMissingDtoError, dtoPackages } from './missing-dto-package.js';

/** The code that needs class-validator and class-transformer. The module `toolwright/dto` contains it. */
export interface DtoEngine {
  /** Returns the published schema of a DTO class. `where` is the beginning of error messages. */
  readonly schemaOf: (dto: DtoClass, where: string) => JsonSchema;
  /** Creates the published schema of a DTO class whose TypeScript type is known. */
  readonly typedSchemaOf: (dto: DtoClass, type: GeneratedSchema, types: GeneratedTypes) => JsonSchema;
  /** Returns the function that validates arguments and converts them to an instance of a DTO class. */
  readonly parserOf: (dto: DtoClass) => ValueParser;
  /** Returns the names under which a caller sends the properties of a DTO class, by their names in the class. */
  readonly argumentNamesOf: (dto: DtoClass) => ReadonlyMap<string, string>;
  /** Returns what `@Field()` says of the data in the properties of a DTO class, by JSON Pointer. */
  readonly flowOf: (dto: DtoClass) => ClassFlow;
}

// Not on `globalThis`: each copy of this package has the engine that was loaded with it. An engine of another copy may
// read another copy of class-transformer, in which the decorators of the app's classes recorded nothing. That is so in
// a bundle next to an installed package, and after `jest.resetModules()`.
let engine: DtoEngine | undefined;

/** Makes an engine available to all tools of this copy of the package. */
export function registerDtoEngine(loaded: DtoEngine): void {
  engine = loaded;
}

/**
 * Returns the engine. In Node, it is loaded when it is first needed. Loading is synchronous, because schemas are built
 * synchronously.
 *
 * @param where - The beginning of error messages, such as `Class.method: parameter 'name'`.
 * @throws DefinitionError if the engine cannot be loaded, with the import or the packages that are missing.
 */
export function dtoEngineFor(dto: DtoClass, where: string): DtoEngine {
  const cause = engine === undefined ? loadEngine() : undefined;
  if (engine !== undefined) return engine;
  const problem = `${where}: class '${classNameOf(dto)}' is a DTO class`;
  const missing = dtoPackages.find((name) => cause instanceof Error && cause.message.includes(`'${name}`));
  if (missing !== undefined) throw createMissingDtoError(problem, missing, cause);
  throw new DefinitionError(
    `${problem}, but a bundle, and a runtime without Node's module loader, need an import for DTO classes. ` +
      `Add import 'toolwright/dto' to the module of the class.${seePage('bundle-size')}`,
    { cause },
  );
}

/**
 * Returns the names under which a caller sends the described properties of a DTO, by their names in the class. Returns
 * undefined for any other object.
 */
export function argumentNamesOf(instance: object): ReadonlyMap<string, string> | undefined {
  const { constructor: dto }: { readonly constructor?: unknown } = instance;
  return engine === undefined || !isDtoClass(dto) ? undefined : engine.argumentNamesOf(dto);
}

/** Loads the module that registers the engine. Returns the error that prevented it. */
function loadEngine(): unknown {
  try {
    const load = nodeRequire();
    if (load === undefined) return undefined;
    const { dtoEngine } = load('toolwright/dto') as { readonly dtoEngine: DtoEngine };
    // tsx and jest may load another copy of the module for `require`, with the class-transformer of the app. In a bundle,
    // the installed copy has another class-transformer than the app.
    if (engine === undefined && isInstalled(load)) engine = dtoEngine;
    return undefined;
  } catch (error) {
    return error;
  }
}
