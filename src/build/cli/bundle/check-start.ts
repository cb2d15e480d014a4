import { isMissingPackageError } from '../../../base/runtime/load-package.js';
import { CommandFailure, exitCodes } from '../shared/exit-codes.js';
import { messageOf } from '../shared/message-of.js';
import type { Report } from '../shared/report.js';
import { type BundleManifest, type BundleVariable, bundleFolder } from './bundle-manifest.js';

/** What is compared with a server. */
export interface DescribedBundle {
  readonly manifest: BundleManifest;
  readonly variables: readonly BundleVariable[];
}

/**
 * Starts the server in the folder of a bundle as a host does, and checks that it has the tools of its manifest.
 *
 * @throws CommandFailure if it cannot be started, or lacks a tool.
 */
export async function checkStart(
  bundle: string,
  { manifest, variables }: DescribedBundle,
  report: Report,
): Promise<void> {
  const { mcpSource } = await import('../../../integrations/mcp/index.js');
  const source = mcpSource({
    name: 'bundle',
    prefix: false,
    transport: {
      command: process.execPath,
      args: manifest.server.mcp_config.args.map((arg) => arg.replace(bundleFolder, () => bundle)),
      env: Object.fromEntries(variables.flatMap(variableOf)),
    },
    restart: { maxRestarts: 0 },
    onWarning: () => {},
  });
  try {
    const names = new Set((await source.specs()).map(({ name }) => source.remoteName(name)));
    const absent = manifest.tools.filter(({ name }) => !names.has(name)).map(({ name }) => name);
    if (absent.length > 0) throw createFailure(`It lacks the tools ${absent.join(', ')}.`);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (!isMissingPackageError(error)) throw createFailure(messageOf(error));
    report.warn(`The server in the bundle was not started to check it: ${messageOf(error)}`);
  } finally {
    await source.close();
  }
}

function createFailure(reason: string): CommandFailure {
  const remedy =
    'The packages that it loads must be in the dependencies of its package.json, and the files that it reads must be ' +
    'named by --include.';
  const message = `The server in the bundle does not work. ${remedy}\n${reason}`;
  return new CommandFailure(message, exitCodes.module, { code: 'bundle' });
}

/** Returns the value of a variable for the check: that of this process, or else the default. */
function variableOf({ name, value }: BundleVariable): readonly [string, string][] {
  const known = process.env[name] ?? value;
  return known === undefined ? [] : [[name, known]];
}
