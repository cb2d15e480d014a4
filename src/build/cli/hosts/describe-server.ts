import { hosts } from './host.js';
import { createHostEntry, fileContentOf, type ServerStart } from './host-entry.js';
import { keyOf, type ServerIdentity } from './server-identity.js';

/** A server that has started. */
export interface StartedServer {
  readonly identity: ServerIdentity;
  readonly toolNames: readonly string[];
  readonly start: ServerStart;
  /** The module, as the user has passed it. */
  readonly modulePath: string;
}

// A longer list would hide the configuration.
const maxNames = 30;

/** Describes a server for the person who started it: its tools, and the configuration of each host to paste. */
export function describeServer({ identity, toolNames, start, modulePath }: StartedServer): string {
  const key = keyOf(identity);
  const titles = new Map<string, string[]>();
  for (const host of hosts) {
    if (start.kind === 'http' && !host.canConnect) continue;
    const json = JSON.stringify(fileContentOf(createHostEntry(host, key, start)), undefined, 2);
    titles.set(json, [...(titles.get(json) ?? []), host.title]);
  }
  const parts = [...titles].map(([json, names]) => `${names.join(', ')}:\n${json}`);
  return [
    describeTools(identity, toolNames),
    'To connect a host, add to its configuration:',
    ...parts,
    hintFor(start, modulePath),
  ].join('\n\n');
}

function describeTools({ name, version }: ServerIdentity, names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  const rest = names.length > maxNames ? `, and ${names.length - maxNames} more` : '';
  return `Serving '${name}' ${version} with ${names.length} ${names.length === 1 ? 'tool' : 'tools'}: ${shown}${rest}`;
}

function hintFor(start: ServerStart, modulePath: string): string {
  const url = start.kind === 'http' ? ` --url ${start.url}` : '';
  const ids = hosts.filter(({ canConnect }) => start.kind === 'stdio' || canConnect).map(({ id }) => id);
  return `Or run: npx toolwright install ${modulePath}${url} --host ${ids.join('|')}`;
}
