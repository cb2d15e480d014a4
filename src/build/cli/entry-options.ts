import { type Host, hosts } from './hosts/host.js';
import { longestKey } from './hosts/server-identity.js';
import { type OptionDeclarations, type OptionValues, UsageFailure } from './shared/declaration.js';

/** The options that select an entry in the configuration of a host. */
export interface EntryOptions {
  readonly host: Host;
  /** The name of the entry. Undefined for the one that the module determines. */
  readonly name: string | undefined;
  /** The configuration file. Undefined for a file that the host documents. */
  readonly file: string | undefined;
  /** Whether to change the file of the project in the current folder, instead of the file of the user. */
  readonly project: boolean;
  readonly dryRun: boolean;
  /** Whether to write without asking. */
  readonly yes: boolean;
}

const hostIds = hosts.map(({ id }) => id);

/** The options of the commands that change the configuration of a host. */
export const entryOptions = {
  host: {
    kind: 'value',
    flags: '--host <host>',
    description: `the host: ${hostIds.join(', ')}`,
    choices: hostIds,
  },
  name: {
    kind: 'value',
    flags: '--name <name>',
    description: 'the name of the server (default: the name of the package)',
  },
  project: {
    kind: 'flag',
    flags: '--project',
    description: 'change the file of the project in the current folder (default: that of the user)',
  },
  file: {
    kind: 'value',
    flags: '--file <file>',
    description: 'the file to change, in place of those that the host documents',
    isPath: true,
  },
  dryRun: { kind: 'flag', flags: '--dry-run', description: 'print the difference, and write nothing' },
  yes: { kind: 'flag', flags: '-y, --yes', description: 'write without asking' },
} as const satisfies OptionDeclarations;

/**
 * Reads the options that select an entry.
 *
 * @throws UsageFailure if they are not valid.
 */
export function readEntry(command: string, values: OptionValues<typeof entryOptions>): EntryOptions {
  const { name, file, project, dryRun, yes } = values;
  const host = readHost(command, values.host);
  if (name !== undefined) checkName(name);
  if (file !== undefined && project) throw new UsageFailure(`'${command}' accepts --file or --project, not both.`);
  if (project && host.projectFile === undefined) {
    throw new UsageFailure(`${host.title} has no configuration of a project. Omit --project.`);
  }
  return { host, name, file, project, dryRun, yes };
}

function readHost(command: string, id: string | undefined): Host {
  const host = hosts.find((one) => one.id === id);
  if (host !== undefined) return host;
  throw new UsageFailure(`'${command}' needs --host: ${hostIds.join(', ')}.`);
}

function checkName(name: string): void {
  // Hosts read the names as the keys of an object.
  if (/^[A-Za-z0-9_-]+$/.test(name) && name.length <= longestKey && name !== '__proto__') return;
  throw new UsageFailure(
    `--name must be at most ${longestKey} letters, digits, '-' and '_', and not __proto__: '${name}' is not accepted by hosts.`,
  );
}
