import { parseArgs } from 'node:util';
import { nearestName } from '../../base/options/nearest-name.js';
import { readDocumentOptions } from './document-options.js';
import { CommandFailure, exitCodes } from './exit-codes.js';
import { type Host, hosts } from './hosts/host.js';
import { longestKey } from './hosts/server-identity.js';
import type { ToolPlace } from './load-tools.js';
import { messageOf } from './message-of.js';

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

/** The command line of `toolwright install`. */
export interface InstallCommand extends EntryOptions {
  readonly kind: 'install';
  /** The tools to serve. Undefined for a server at a URL. */
  readonly place: ToolPlace | undefined;
  readonly url: string | undefined;
  /** The environment variables of the server. A variable without a value is read where the host runs. */
  readonly env: ReadonlyMap<string, string | undefined>;
}

/** The command line of `toolwright uninstall`. */
export interface UninstallCommand extends EntryOptions {
  readonly kind: 'uninstall';
  readonly modulePath: string | undefined;
}

const entryFlags = {
  host: { type: 'string' },
  name: { type: 'string' },
  file: { type: 'string' },
  project: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  json: { type: 'boolean', default: false },
} as const;

const installFlags = {
  ...entryFlags,
  url: { type: 'string' },
  env: { type: 'string', multiple: true },
  'base-url': { type: 'string' },
  auth: { type: 'string', multiple: true },
  agent: { type: 'string' },
} as const;

/** Reads the arguments after `install`. @throws CommandFailure if they are not valid. */
export function readInstall(args: readonly string[]): InstallCommand {
  const { values, positionals } = parse(() =>
    parseArgs({ args: [...args], options: installFlags, allowPositionals: true }),
  );
  const [modulePath, excess] = positionals;
  if (excess !== undefined) throw createUsageFailure(`'install' accepts one module. Unexpected argument: '${excess}'.`);
  const { url, env = [], 'base-url': baseUrl, auth = [], agent } = values;
  if (url !== undefined) checkUrl(url, env);
  const options = readEntry('install', values);
  if (url !== undefined && !options.host.canConnect) {
    throw createUsageFailure(`${options.host.title} starts its servers itself. Omit --url, and pass the module.`);
  }
  if (modulePath === undefined && (url === undefined || options.name === undefined)) {
    throw createUsageFailure("'install' needs a module, or --url and --name.");
  }
  const document = modulePath === undefined ? undefined : readDocumentOptions(modulePath, { baseUrl, auth });
  if (typeof document === 'string') throw createUsageFailure(document);
  const place = modulePath === undefined ? undefined : { modulePath, document, agent };
  return { kind: 'install', ...options, place, url, env: readVariables(env, options.host) };
}

/** Reads the arguments after `uninstall`. @throws CommandFailure if they are not valid. */
export function readUninstall(args: readonly string[]): UninstallCommand {
  const { values, positionals } = parse(() =>
    parseArgs({ args: [...args], options: entryFlags, allowPositionals: true }),
  );
  const [modulePath, excess] = positionals;
  if (excess !== undefined)
    throw createUsageFailure(`'uninstall' accepts one module. Unexpected argument: '${excess}'.`);
  if (modulePath === undefined && values.name === undefined) {
    throw createUsageFailure("'uninstall' needs a module or --name.");
  }
  return { kind: 'uninstall', ...readEntry('uninstall', values), modulePath };
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw createUsageFailure(`${messageOf(error)}.`.replace(/\.\.$/, '.'));
  }
}

interface EntryValues {
  readonly host?: string | undefined;
  readonly name?: string | undefined;
  readonly file?: string | undefined;
  readonly project: boolean;
  readonly 'dry-run': boolean;
  readonly yes: boolean;
}

function readEntry(kind: string, values: EntryValues): EntryOptions {
  const { name, file, project, 'dry-run': dryRun, yes } = values;
  const host = readHost(kind, values.host);
  if (name !== undefined) checkName(name);
  if (file !== undefined && project) throw createUsageFailure(`'${kind}' accepts --file or --project, not both.`);
  if (project && host.projectFile === undefined) {
    throw createUsageFailure(`${host.title} has no configuration of a project. Omit --project.`);
  }
  return { host, name, file, project, dryRun, yes };
}

function readHost(kind: string, id: string | undefined): Host {
  const ids = hosts.map((host) => host.id);
  if (id === undefined) throw createUsageFailure(`'${kind}' needs --host: ${ids.join(', ')}.`);
  const host = hosts.find((one) => one.id === id);
  if (host !== undefined) return host;
  const nearest = nearestName(id, ids);
  const hint = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
  throw createUsageFailure(`--host must be one of ${ids.join(', ')}, not '${id}'.${hint}`);
}

function checkName(name: string): void {
  // Hosts read the names as the keys of an object.
  if (/^[A-Za-z0-9_-]+$/.test(name) && name.length <= longestKey && name !== '__proto__') return;
  throw createUsageFailure(
    `--name must be at most ${longestKey} letters, digits, '-' and '_', and not __proto__: '${name}' is not accepted by hosts.`,
  );
}

function checkUrl(url: string, env: readonly string[]): void {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw createUsageFailure(`--url must be the URL of a server, such as http://127.0.0.1:3000/mcp, not '${url}'.`);
  }
  if (env.length > 0)
    throw createUsageFailure('--env and --url cannot be combined: the host does not start the server.');
}

function readVariables(texts: readonly string[], { title, reference }: Host): ReadonlyMap<string, string | undefined> {
  const variables = new Map<string, string | undefined>();
  for (const text of texts) {
    const [, variable, , value] = /^([A-Za-z_]\w*)(=([\s\S]*))?$/.exec(text) ?? [];
    // The text is not repeated, because it may be a secret.
    if (variable === undefined) throw createUsageFailure('--env must be <name>=<value>, or the name of a variable.');
    if (value === undefined && reference === undefined) {
      throw createUsageFailure(
        `${title} cannot refer to environment variables. To store the value in its file, pass --env ${variable}="$${variable}".`,
      );
    }
    variables.set(variable, value);
  }
  return variables;
}

function createUsageFailure(message: string): CommandFailure {
  return new CommandFailure(`${message} See 'toolwright --help'.`, exitCodes.usage);
}
