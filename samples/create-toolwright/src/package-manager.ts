import { spawnSync } from 'node:child_process';
import { Failure } from './failure.js';

const managers = ['npm', 'pnpm', 'yarn', 'bun'] as const;

/** A program that installs packages. */
export type PackageManager = (typeof managers)[number];

/** Returns the package manager that has started this program, as it says in `npm_config_user_agent`. */
export function findPackageManager({ npm_config_user_agent: agent = '' }: NodeJS.ProcessEnv): PackageManager {
  return managers.find((manager) => agent.startsWith(`${manager}/`)) ?? 'npm';
}

/** Installs the packages of a project. Throws a `Failure` if that fails. */
export function installPackages(manager: PackageManager, folder: string): void {
  // On Windows, package managers are scripts of the shell.
  const shell = process.platform === 'win32';
  const { status, error } = spawnSync(manager, ['install'], { cwd: folder, stdio: 'inherit', shell });
  if (status === 0) return;
  const reason = error === undefined ? '' : ` (${error.message})`;
  throw new Failure(
    `The project is complete, but '${manager} install' has failed${reason}. Run it again in '${folder}'.`,
  );
}
