import { type Host, inputIdOf } from './host.js';

/** How a host starts a server, or the URL at which it reaches one. */
export type ServerStart =
  | {
      readonly kind: 'stdio';
      /** The arguments of node. */
      readonly args: readonly string[];
      /** The environment variables of the server. A variable without a value is read where the host runs. */
      readonly env: ReadonlyMap<string, string | undefined>;
    }
  | { readonly kind: 'http'; readonly url: string };

/** A question that VS Code asks once for a secret, which it stores encrypted. */
export interface HostInput {
  readonly type: 'promptString';
  readonly id: string;
  readonly description: string;
  readonly password: true;
}

/** The configuration of a server for a host. */
export interface HostEntry {
  readonly host: Host;
  readonly name: string;
  /** The value in the list of servers. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The inputs to which the value refers. */
  readonly inputs: readonly HostInput[];
}

/** The keys of an entry that this command writes. All others belong to the user. */
export const ownKeys = ['type', 'command', 'args', 'env', 'url'] as const;

/** Creates the configuration of a server for a host. */
export function createHostEntry(host: Host, name: string, start: ServerStart): HostEntry {
  const type = host.type === 'always' || (host.type === 'url' && start.kind === 'http') ? { type: start.kind } : {};
  if (start.kind === 'http') return { host, name, value: { ...type, url: start.url }, inputs: [] };
  const env = Object.fromEntries(
    [...start.env].map(([variable, value]) => [variable, value ?? referTo(host, variable, name)]),
  );
  const inputs = [...start.env].flatMap(([variable, value]) =>
    value === undefined && host.id === 'vscode' ? [createInput(name, variable)] : [],
  );
  const value = { ...type, command: 'node', args: start.args, ...(start.env.size === 0 ? {} : { env }) };
  return { host, name, value, inputs };
}

/** Returns the content of a file with this configuration only. */
export function fileContentOf({ host, name, value, inputs }: HostEntry): object {
  return { [host.list]: { [name]: value }, ...(inputs.length === 0 ? {} : { inputs }) };
}

function referTo({ reference }: Host, variable: string, name: string): string {
  return reference?.(variable, name) ?? `<the value of ${variable}>`;
}

function createInput(name: string, variable: string): HostInput {
  return {
    type: 'promptString',
    id: inputIdOf(name, variable),
    description: `${variable} of the tools of ${name}`,
    password: true,
  };
}
