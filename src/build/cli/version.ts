import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageFolder } from '../codegen/own-package.js';
import type { CommandResult } from './shared/report.js';

/** Returns the result of `toolwright --version`. */
export async function version(): Promise<CommandResult> {
  const found = readVersion();
  return { data: { version: found }, text: found };
}

/** Returns the version of the package. */
export function readVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(join(findPackageFolder(), 'package.json'), 'utf8'),
  );
  return manifest.version;
}
