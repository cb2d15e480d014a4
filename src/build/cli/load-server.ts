import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { McpEra } from '../../integrations/mcp/index.js';
import { findPackageFolder } from '../codegen/own-package.js';
import { findUp } from '../plugin/module-file.js';
import { CommandFailure, exitCodes, missingPackageCode } from './shared/exit-codes.js';

/** The part of `toolwright/mcp` and of `toolwright/mcp/v2` that serves tools. */
export type ServerModule = Pick<typeof import('../../integrations/mcp/index.js'), 'serveMcp'>;

/** The part of `toolwright/nats` that serves tools. */
export type WorkerModule = Pick<typeof import('../../integrations/nats/index.js'), 'serveNats'>;

interface Sdk<Module> {
  /** An entry of the SDK that serving requires; undefined if it requires none. */
  readonly entry: string | undefined;
  /** The subpath of toolwright that serves with the SDK. */
  readonly subpath: string;
  /** Loads the subpath of the package that contains this command. */
  readonly load: () => Promise<Module>;
}

const mcp = { subpath: './mcp', load: () => import('../../integrations/mcp/index.js') };
const mcpV2 = { subpath: './mcp/v2', load: () => import('../../integrations/mcp/sdk-v2/index.js') };
const v1 = { ...mcp, entry: '@modelcontextprotocol/sdk/server/index.js' };

/** What serves the clients of an era. */
const sdksOfEra: Readonly<Record<McpEra, readonly Sdk<ServerModule>[]>> = {
  '2025-11-25': [v1],
  '2026-07-28': [{ ...mcp, entry: undefined }],
};

/** What serves if the command names no era. Most hosts are clients of 2025-11-25, so one of the SDKs must be installed. */
const sdks: readonly Sdk<ServerModule>[] = [v1, { ...mcpV2, entry: '@modelcontextprotocol/server' }];

const natsClients: readonly Sdk<WorkerModule>[] = [
  { entry: '@nats-io/transport-node', subpath: './nats', load: () => import('../../integrations/nats/index.js') },
];

const ownFolder = realpathSync(findPackageFolder());

/**
 * Loads the module that serves tools to clients of an era: of the toolwright that the served module would import, or else of the package that
 * contains this command. The command may be installed elsewhere, without the SDK of the project.
 *
 * @throws CommandFailure if neither finds an SDK.
 */
export function loadServer(modulePath: string, era?: McpEra): Promise<ServerModule> {
  return loadWith(era === undefined ? sdks : sdksOfEra[era], modulePath, {
    what: 'Serving tools requires an MCP SDK, which is',
    packages: '@modelcontextprotocol/sdk',
  });
}

/**
 * Loads the module that serves tools over NATS, as `loadServer` does.
 *
 * @throws CommandFailure if no client for NATS is installed.
 */
export function loadWorker(modulePath: string): Promise<WorkerModule> {
  return loadWith(natsClients, modulePath, {
    what: 'Serving tools over NATS requires its client, which is',
    packages: '@nats-io/transport-node @nats-io/jetstream @nats-io/kv',
  });
}

async function loadWith<Module>(
  known: readonly Sdk<Module>[],
  modulePath: string,
  { what, packages }: { readonly what: string; readonly packages: string },
): Promise<Module> {
  const file = resolve(modulePath);
  const folder = findToolwright(file);
  for (const one of folder === undefined ? [ownFolder] : new Set([folder, ownFolder])) {
    const sdk = known.find(({ entry }) => entry === undefined || isInstalled(entry, one));
    if (sdk !== undefined) return one === ownFolder ? sdk.load() : import(entryOf(one, sdk.subpath));
  }
  const project = dirname(findUp(dirname(file), 'package.json') ?? file);
  throw new CommandFailure(
    `${what} not installed for '${modulePath}'. ` +
      `Run in '${project}': npm install ${folder === undefined ? `toolwright ${packages}` : packages}`,
    exitCodes.usage,
    { code: missingPackageCode },
  );
}

/** Finds the folder of the toolwright that a module imports. */
function findToolwright(file: string): string | undefined {
  try {
    return dirname(realpathSync(createRequire(file).resolve('toolwright/package.json')));
  } catch {
    return undefined;
  }
}

function isInstalled(entry: string, folder: string): boolean {
  try {
    createRequire(join(folder, 'package.json')).resolve(entry);
    return true;
  } catch (error) {
    // A package may have no entry for require(), which is not how it is loaded.
    return (error as { readonly code?: unknown }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

/** Returns the URL of a subpath for `import`: another version of toolwright may have its files elsewhere. */
function entryOf(folder: string, subpath: string): string {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly import: { readonly default: string } }>>;
  };
  return pathToFileURL(join(folder, String(exports[subpath]?.import.default))).href;
}
