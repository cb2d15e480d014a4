import nodeModule from 'node:module';
import { nodeRequire } from '../../base/runtime/node-require.js';
import { importedFiles } from './imported-files.js';

interface ResolveContext {
  readonly parentURL?: string | undefined;
}

interface ResolvedModule {
  readonly url: string;
}

type NextResolve = (specifier: string, context: ResolveContext) => ResolvedModule;

/** The synchronous hooks, which the types of the oldest supported version of Node.js do not declare. */
interface SynchronousHooks {
  registerHooks?(hooks: {
    resolve(specifier: string, context: ResolveContext, next: NextResolve): ResolvedModule;
  }): void;
}

/**
 * Adds the version in the URL of a module to the files that it imports, so that Node.js loads them again. Packages have no
 * versions. The function uses nothing outside of it, because Node.js may run it in another thread.
 */
function addVersion(specifier: string, { parentURL }: ResolveContext, resolved: ResolvedModule): ResolvedModule {
  const version = /\?version=\d+$/.exec(parentURL ?? '')?.[0];
  const isOwn = /^(?:\.{0,2}\/|file:|#)/.test(specifier) && /^file:[^?]+$/.test(resolved.url);
  if (version === undefined || !isOwn || resolved.url.includes('/node_modules/')) return resolved;
  return { ...resolved, url: resolved.url + version };
}

let areRegistered = false;

/** Makes a module that is imported with another `?version=` load the files again that it imports. */
export function registerVersionHooks(): void {
  if (areRegistered) return;
  areRegistered = true;
  const { registerHooks } = nodeModule as SynchronousHooks;
  if (registerHooks === undefined) {
    const code = `export const resolve = async (...args) => (${addVersion})(args[0], args[1], await args[2](args[0], args[1]));`;
    nodeModule.register(`data:text/javascript,${encodeURIComponent(code)}`);
  } else {
    registerHooks({
      resolve: (specifier, context, next) => addVersion(specifier, context, next(specifier, context)),
    });
  }
}

/** Removes CommonJS modules from the cache of Node.js, which ignores versions: a file and the files that it imports. */
export function forgetCommonJs(entry: string): void {
  const cache = nodeRequire()?.cache ?? {};
  for (const file of importedFiles(entry)) delete cache[file];
}
