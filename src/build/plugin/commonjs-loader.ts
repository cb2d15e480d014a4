import nodeModule from 'node:module';
import { canRequireFromHooks } from './hook-abilities.js';
import { moduleFileOf } from './module-file.js';
import type { NodeModules } from './node-modules.js';

/** A CommonJS module of Node.js. */
interface CommonJsModule {
  readonly filename?: string | null;
  _compile(this: unknown, content: string, fileName: string, ...rest: readonly unknown[]): unknown;
}

type ExtensionHandler = (module: CommonJsModule, fileName: string) => unknown;
type ResolveFileName = (request: string, parent: CommonJsModule | undefined, ...rest: readonly unknown[]) => string;

/** The CommonJS loader of Node.js, whose members other loaders replace, too. */
interface CommonJsLoader {
  readonly prototype: CommonJsModule;
  readonly _extensions: Record<string, ExtensionHandler | undefined>;
  _resolveFilename: ResolveFileName;
}

/** Makes the CommonJS loader find and compile TypeScript files, and add the records of tools to what others compile. */
export function extendCommonJs(modules: NodeModules): void {
  const loader = nodeModule as unknown as CommonJsLoader;
  wrapResolution(loader, modules);
  // From Node.js 24 on, the hooks compile CommonJS modules.
  if (!canRequireFromHooks()) addExtensions(loader, modules);
  wrapCompilation(loader, modules);
}

function wrapResolution(loader: CommonJsLoader, modules: NodeModules): void {
  const resolveFileName = loader._resolveFilename;
  loader._resolveFilename = function (request, parent, ...rest) {
    const importer = parent?.filename ?? undefined;
    const first = modules.imports.findBefore(request, importer);
    try {
      return resolveFileName.call(this, first ?? request, parent, ...rest);
    } catch (error) {
      const found = modules.imports.findAfter(request, importer, error);
      if (found === undefined) throw error;
      return found;
    }
  };
}

function addExtensions(loader: CommonJsLoader, modules: NodeModules): void {
  const compile = loader.prototype._compile;
  for (const extension of ['.ts', '.mts', '.cts', '.tsx']) {
    const other = loader._extensions[extension];
    if (isOfLoader(other)) continue;
    const load = other ?? loader._extensions['.js'];
    loader._extensions[extension] = (module, fileName) => {
      if (moduleFileOf(fileName) === undefined) return load?.(module, fileName);
      const { source, format } = modules.compile(fileName);
      return compile.call(module, source, fileName, format);
    };
  }
}

/** Checks whether another loader, such as tsx, compiles the files with an extension. Node.js itself strips their types. */
function isOfLoader(handler: ExtensionHandler | undefined): boolean {
  return handler !== undefined && !/^load[MC]?TS$/.test(handler.name);
}

function wrapCompilation({ prototype }: CommonJsLoader, modules: NodeModules): void {
  const compile = prototype._compile;
  prototype._compile = function (content, fileName, ...rest) {
    const text = typeof content === 'string' ? modules.insert(content, fileName) : content;
    return compile.call(this, text, fileName, ...rest);
  };
}
