import { homedir } from 'node:os';
import { join } from 'node:path';

/** The ID of a host, as `--host` accepts it. */
export type HostId = 'claude' | 'claude-code' | 'cursor' | 'vscode';

/** A program that connects to servers of tools, and what it documents about its configuration. */
export interface Host {
  readonly id: HostId;
  readonly title: string;
  /** The key of the list of servers. */
  readonly list: 'mcpServers' | 'servers';
  /** Whether an entry states its kind in `type`: each entry, those with a URL, or none. */
  readonly type: 'always' | 'url' | 'never';
  /** Whether the file may contain the URL of a server, instead of a command that starts one. */
  readonly canConnect: boolean;
  /** The file of a project, relative to its folder. Undefined if the host has none. */
  readonly projectFile: string | undefined;
  /** What the host replaces by the folder of the project, in a file of the project. */
  readonly projectVariable: string | undefined;
  /** Returns the path of the file that applies to all projects of the user. */
  userFile(): string;
  /** Returns what the host replaces by the value of an environment variable. Undefined if it cannot. */
  reference: ((variable: string, serverName: string) => string) | undefined;
}

/** The hosts that the command configures. */
export const hosts: readonly Host[] = [
  {
    id: 'claude',
    title: 'Claude Desktop',
    list: 'mcpServers',
    type: 'never',
    canConnect: false,
    projectFile: undefined,
    projectVariable: undefined,
    userFile: () => join(applicationFolder(), 'Claude', 'claude_desktop_config.json'),
    reference: undefined,
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    list: 'mcpServers',
    type: 'url',
    canConnect: true,
    projectFile: '.mcp.json',
    projectVariable: undefined,
    userFile: () => join(process.env.CLAUDE_CONFIG_DIR || homedir(), '.claude.json'),
    reference: (variable) => `\${${variable}}`,
  },
  {
    id: 'cursor',
    title: 'Cursor',
    list: 'mcpServers',
    type: 'never',
    canConnect: true,
    projectFile: join('.cursor', 'mcp.json'),
    projectVariable: `\${workspaceFolder}`,
    userFile: () => join(homedir(), '.cursor', 'mcp.json'),
    reference: (variable) => `\${env:${variable}}`,
  },
  {
    id: 'vscode',
    title: 'VS Code',
    list: 'servers',
    type: 'always',
    canConnect: true,
    projectFile: join('.vscode', 'mcp.json'),
    projectVariable: `\${workspaceFolder}`,
    userFile: () => join(applicationFolder(), 'Code', 'User', 'mcp.json'),
    reference: (variable, serverName) => `\${input:${inputIdOf(serverName, variable)}}`,
  },
];

/** Returns the ID of the input of VS Code that asks for the value of an environment variable. */
export function inputIdOf(serverName: string, variable: string): string {
  return `toolwright-${serverName}-${variable}`;
}

/** Returns the folder in which applications store the settings of a user. */
function applicationFolder(): string {
  if (process.platform === 'win32') return process.env.APPDATA || join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
}
