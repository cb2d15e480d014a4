import nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import { findOutput } from '../codegen/own-package.js';
import { loadCompiler } from './load-compiler.js';
import { type LoadedModule, type NextResult, NodeModules } from './node-modules.js';

type Load = (url: string, context: unknown) => LoadedModule;

/** The synchronous hooks, which the types of the oldest supported version of Node.js do not declare. */
interface SynchronousHooks {
  registerHooks?(hooks: { load(url: string, context: unknown, nextLoad: Load): LoadedModule }): void;
}

interface CommonJsModule {
  _compile(this: unknown, content: string, fileName: string, ...rest: readonly unknown[]): unknown;
}

/** Registers hooks that add the records of tools to the modules that this process loads from now on. */
export function registerModuleHooks(): void {
  const modules = new NodeModules();
  const { registerHooks } = nodeModule as SynchronousHooks;
  if (registerHooks === undefined) {
    // The path is correct for the modules of the package and for its bundles.
    nodeModule.register(pathToFileURL(findOutput('build/plugin/register-hooks.js')));
  } else {
    // Before Node.js 24, the hooks of a module that is required cannot load ES modules.
    if (Number.parseInt(process.versions.node, 10) < 24) loadCompiler();
    registerHooks({
      load: (url, context, nextLoad) =>
        modules.finish(
          url,
          resultOf(() => nextLoad(url, context)),
        ),
    });
  }
  wrapCommonJs(modules);
}

function resultOf(load: () => LoadedModule): NextResult {
  try {
    return { loaded: load() };
  } catch (error) {
    return { error };
  }
}

/** Adds the records to CommonJS modules, which other loaders compile without the hooks. */
function wrapCommonJs(modules: NodeModules): void {
  const { prototype } = nodeModule as unknown as { readonly prototype: CommonJsModule };
  const compile = prototype._compile;
  prototype._compile = function (content, fileName, ...rest) {
    return compile.call(
      this,
      typeof content === 'string' ? modules.insert(content, fileName) : content,
      fileName,
      ...rest,
    );
  };
}
