import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The options of npm with which programs that run tests install packages. */
export const npmOptions = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** Packs the package in a folder as npm publishes it, and returns the file. Options such as `--ignore-scripts` may follow. */
export function pack(folder, destination, ...options) {
  // The options of the process that packs are not for its scripts.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = ['pack', '--silent', '--pack-destination', destination, ...options];
  const output = execFileSync('npm', args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return join(destination, output.trim().split('\n').at(-1));
}
