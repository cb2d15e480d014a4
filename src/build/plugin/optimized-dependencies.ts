import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { findUp } from './module-file.js';

/** The part of a configuration of Vite that the plugin reads. */
export interface ViteConfig {
  readonly root?: string | undefined;
  readonly optimizeDeps?: { readonly exclude?: readonly string[] | undefined } | undefined;
}

/** The part of a configuration of Vite that the plugin adds. */
interface AddedConfig {
  readonly optimizeDeps?: { readonly include: string[] };
}

/** The module that the plugin imports into modules with tools. */
const records = 'toolwright/generated';

/**
 * Names the module that the plugin imports to the development server of Vite. The server reads the sources for the
 * packages that they import, before any plugin: it would find the module in the first page, and reload the page.
 */
export function addOptimizedDependencies({ root = '.', optimizeDeps }: ViteConfig): AddedConfig {
  // A module is optimised together with the rest of its package or not at all: else the page would load two copies.
  const isExcluded = optimizeDeps?.exclude?.some((name) => /^toolwright(?:\/|$)/.test(name)) === true;
  return isExcluded || !isOptimizable(resolve(root)) ? {} : { optimizeDeps: { include: [records] } };
}

/** Checks whether a project has the package in a folder of packages. Vite warns if it has none, and serves links as sources. */
function isOptimizable(root: string): boolean {
  const manifest = findUp(root, 'node_modules/toolwright/package.json');
  return manifest !== undefined && /[\\/]node_modules[\\/]/.test(realpathSync(manifest));
}
