import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { findPackageFolder } from '../../codegen/own-package.js';
import { CommandFailure, exitCodes, missingPackageCode } from '../shared/exit-codes.js';
import { resolvePackage } from './production-packages.js';

const packer = '@anthropic-ai/mcpb';

/**
 * Finds the program that writes bundles: that of the project, or else of this package.
 *
 * @throws CommandFailure if neither has it.
 */
export function findPacker(packageFolder: string): string {
  const folder = resolvePackage(packageFolder, packer) ?? resolvePackage(findPackageFolder(), packer);
  if (folder !== undefined) return join(folder, 'dist/cli/cli.js');
  throw new CommandFailure(`'pack' needs the package ${packer}: npm install --save-dev ${packer}`, exitCodes.usage, {
    code: missingPackageCode,
  });
}

/**
 * Writes a bundle, in a process of its own: the packer prints to standard output.
 *
 * @param program - What `findPacker` has returned.
 * @param bundle - The folder with the content of the bundle.
 * @throws CommandFailure if the manifest is not valid, or the bundle cannot be written.
 */
export function runPacker(program: string, bundle: string, out: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [program, 'pack', bundle, out];
    execFile(process.execPath, args, { maxBuffer: 16_777_216 }, (error, stdout, stderr) => {
      if (error === null) return resolve();
      const message = `${packer} could not write the bundle.\n${`${stdout}${stderr}`.trim()}`;
      return reject(new CommandFailure(message, exitCodes.module, { code: 'bundle' }));
    });
  });
}
