import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { findPackageFolder } from '../../codegen/own-package.js';
import { findUp } from '../../plugin/module-file.js';
import type { ServerStart } from './host-entry.js';
import { readManifest } from './server-identity.js';

/** The options for an OpenAPI document. */
interface ServedDocument {
  readonly baseUrl: string | undefined;
  readonly credentials: readonly { readonly scheme: string | undefined; readonly variable: string }[];
}

/** What a host serves: tools, and the protocol version that was selected. */
export interface ServedPlace {
  /** The module, the folder or the document. */
  readonly modulePath: string;
  /** The options for an OpenAPI document. */
  readonly document?: ServedDocument | undefined;
  readonly agent?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly era?: string | undefined;
}

/** Returns how any program, in whatever folder, starts a server of these tools over standard input and output. */
export function startOf(
  place: ServedPlace,
  env: ReadonlyMap<string, string | undefined> = new Map(),
): Extract<ServerStart, { readonly kind: 'stdio' }> {
  const { modulePath, document, agent, watch, era } = place;
  const credentials = document?.credentials ?? [];
  const args = [
    ...loaderOptions(),
    findCommand(modulePath),
    'serve',
    absolutePathOf(modulePath),
    ...(document?.baseUrl === undefined ? [] : ['--base-url', document.baseUrl]),
    ...credentials.flatMap(({ scheme, variable }) => [
      '--auth',
      scheme === undefined ? variable : `${scheme}=${variable}`,
    ]),
    ...(agent === undefined ? [] : ['--agent', agent]),
    ...(watch === true ? ['--watch'] : []),
    ...(era === undefined ? [] : ['--era', era]),
  ];
  return {
    kind: 'stdio',
    args,
    env: new Map([...credentials.map(({ variable }) => [variable, undefined] as const), ...env]),
  };
}

/** Returns the absolute path of a module, a folder or a document. The URL of a document is returned unchanged. */
export function absolutePathOf(modulePath: string): string {
  return isUrl(modulePath) ? modulePath : resolve(modulePath);
}

/** Checks whether the copy of the command that a host would start may be removed by npm at any time. */
export function isInCache(command: string): boolean {
  return /[\\/]_npx[\\/]/.test(command);
}

/**
 * Returns the path of the command: of the toolwright in the project of the module, or else of this one. The path in the
 * project is not resolved, because a package manager may link it to a folder with a version in its name.
 */
function findCommand(modulePath: string): string {
  const folder = isUrl(modulePath) ? process.cwd() : dirname(resolve(modulePath, '_'));
  const installed = findUp(folder, join('node_modules', 'toolwright', 'package.json'));
  const own = findPackageFolder();
  const home = installed === undefined ? realpathSync(own) : dirname(installed);
  const { bin } = readManifest(join(home, 'package.json'));
  return join(home, String(isRecord(bin) ? bin.toolwright : bin));
}

function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

const loaders = new Set(['--import', '--require', '-r', '--loader', '--experimental-loader']);

/** Returns the options of Node.js that load a compiler, such as `--import tsx`, in a form that works in any folder. */
function loaderOptions(): readonly string[] {
  const words = process.execArgv.flatMap((word) => {
    const [, option = '', value = ''] = /^(--[\w-]+)=(.+)$/.exec(word) ?? [];
    return loaders.has(option) ? [option, value] : [word];
  });
  return words.flatMap((word, index) => {
    const value = words[index + 1];
    return loaders.has(word) && value !== undefined ? [word, absoluteLoader(word, value)] : [];
  });
}

function absoluteLoader(option: string, value: string): string {
  if (isAbsolute(value) || value.startsWith('file:')) return value;
  try {
    const file = createRequire(join(process.cwd(), '_')).resolve(value);
    return option === '--require' || option === '-r' ? file : pathToFileURL(file).href;
  } catch {
    // A package without an entry for require(). The host then has to start in the folder of the project.
    return value;
  }
}
