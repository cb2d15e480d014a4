import { importerOf, splitSpecifier, urlOf } from './import-resolver.js';
import type { ResolveContext } from './module-hooks.js';
import { type LoadedModule, NodeModules } from './node-modules.js';

const modules = new NodeModules();

type NextResolve = (specifier: string, context: ResolveContext) => Promise<unknown>;
type NextLoad = (url: string, context: unknown) => Promise<LoadedModule>;

/** The asynchronous hook that finds TypeScript files in versions of Node.js without synchronous hooks. */
export async function resolve(specifier: string, context: ResolveContext, nextResolve: NextResolve): Promise<unknown> {
  const importer = importerOf(context.parentURL);
  const { path, query } = splitSpecifier(specifier);
  const first = modules.imports.findBefore(path, importer);
  try {
    return await nextResolve(first === undefined ? specifier : urlOf(first, query), context);
  } catch (error) {
    const found = modules.imports.findAfter(path, importer, error);
    if (found === undefined) throw error;
    return nextResolve(urlOf(found, query), context);
  }
}

/** The asynchronous hook that `toolwright/register` registers in versions of Node.js without synchronous hooks. */
export async function load(url: string, context: unknown, nextLoad: NextLoad): Promise<LoadedModule> {
  let next: { readonly loaded: LoadedModule } | { readonly error: unknown };
  try {
    next = { loaded: await nextLoad(url, context) };
  } catch (error) {
    next = { error };
  }
  return modules.finish(url, next);
}
