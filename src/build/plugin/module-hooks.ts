import nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import { noteTypesAreRead } from '../../base/runtime/type-set-up.js';
import { findOutput } from '../codegen/own-package.js';
import { extendCommonJs } from './commonjs-loader.js';
import { canRequireFromHooks } from './hook-abilities.js';
import { importerOf, splitSpecifier, urlOf } from './import-resolver.js';
import { loadCompiler } from './load-compiler.js';
import { type LoadedModule, type NextResult, NodeModules } from './node-modules.js';

type Load = (url: string, context: unknown) => LoadedModule;
type Resolve = (specifier: string, context: ResolveContext) => unknown;

/** The import that a hook resolves. */
export interface ResolveContext {
  readonly parentURL?: string | undefined;
  readonly conditions?: readonly string[] | undefined;
}

/** The synchronous hooks, which the types of the oldest supported version of Node.js do not declare. */
interface SynchronousHooks {
  registerHooks?(hooks: {
    resolve(specifier: string, context: ResolveContext, nextResolve: Resolve): unknown;
    load(url: string, context: unknown, nextLoad: Load): LoadedModule;
  }): void;
}

let isRegistered = false;

/** Registers hooks that find TypeScript files and add the records of tools to the modules that this process loads from now on. */
export function registerModuleHooks(): void {
  if (isRegistered) return;
  isRegistered = true;
  noteTypesAreRead();
  const modules = new NodeModules();
  const { registerHooks } = nodeModule as SynchronousHooks;
  if (registerHooks === undefined) {
    // The path is correct for the modules of the package and for its bundles.
    nodeModule.register(pathToFileURL(findOutput('build/plugin/register-hooks.js')));
  } else {
    // Before Node.js 24, the hooks of a module that is required cannot load ES modules.
    if (!canRequireFromHooks()) loadCompiler();
    registerHooks({
      resolve: (specifier, context, nextResolve) => resolveImport(modules, { specifier, context, nextResolve }),
      load: (url, context, nextLoad) =>
        modules.finish(
          url,
          resultOf(() => nextLoad(url, context)),
        ),
    });
  }
  extendCommonJs(modules);
}

interface Import {
  readonly specifier: string;
  readonly context: ResolveContext;
  readonly nextResolve: Resolve;
}

function resolveImport({ imports }: NodeModules, { specifier, context, nextResolve }: Import): unknown {
  // `require()` takes no URLs. The CommonJS loader is extended itself.
  if (context.conditions?.includes('require') === true) return nextResolve(specifier, context);
  const importer = importerOf(context.parentURL);
  const { path, query } = splitSpecifier(specifier);
  const first = imports.findBefore(path, importer);
  try {
    return nextResolve(first === undefined ? specifier : urlOf(first, query), context);
  } catch (error) {
    const found = imports.findAfter(path, importer, error);
    if (found === undefined) throw error;
    return nextResolve(urlOf(found, query), context);
  }
}

function resultOf(load: () => LoadedModule): NextResult {
  try {
    return { loaded: load() };
  } catch (error) {
    return { error };
  }
}
