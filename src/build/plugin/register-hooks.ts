import { type LoadedModule, NodeModules } from './node-modules.js';

const modules = new NodeModules();

type NextLoad = (url: string, context: unknown) => Promise<LoadedModule>;

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
