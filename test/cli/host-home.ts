import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { type Run, runOf, Workshop } from './command-line.js';

// Of util-linux.
const pseudoTerminal = 'script';

/** Whether a terminal can be simulated. */
export const hasTerminal = (spawnSync(pseudoTerminal, ['--version'], { encoding: 'utf8' }).stdout ?? '').includes(
  'util-linux',
);

const shop = `import { ToolSpec } from 'toolwright';
export const search = ToolSpec.fromFunction(function search() { return 'found'; }, { inputSchema: { type: 'object' } });
`;

/** A project with tools, and an empty home folder. */
export class HostHome {
  readonly workshop = new Workshop(packedFolder);
  readonly folder = this.workshop.folder;
  readonly home = join(this.folder, 'home');
  readonly env = {
    PATH: process.env.PATH,
    HOME: this.home,
    USERPROFILE: this.home,
    APPDATA: join(this.home, 'AppData'),
    XDG_CONFIG_HOME: join(this.home, 'xdg'),
  };

  constructor() {
    this.workshop.write('package.json', '{ "name": "@acme/shop", "version": "2.3.4", "type": "module" }');
    this.workshop.write('shop.js', shop);
    this.workshop.write('other.js', shop);
    this.workshop.write('empty.js', 'export const nothing = 1;');
    this.workshop.write('broken.js', 'export const = 1;');
  }

  /** Removes all files of hosts. */
  reset(): void {
    const files = readdirSync(this.folder).filter((name) => name.includes('mcp.json'));
    for (const name of ['home', '.cursor', '.vscode', ...files]) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
    }
    mkdirSync(this.home);
  }

  start(args: readonly string[], { nodeOptions = [] }: { readonly nodeOptions?: readonly string[] } = {}) {
    return spawn(process.execPath, [...nodeOptions, packedCommand, ...args], { cwd: this.folder, env: this.env });
  }

  run(...args: readonly string[]): Promise<Run> {
    const child = this.start(args);
    child.stdin.end();
    return runOf(child);
  }

  /** Runs the command on a terminal, and types an answer when the prompt appears. */
  async converse(
    args: string,
    prompt: string,
    answer: string,
  ): Promise<{ readonly code: number | null; readonly screen: string }> {
    const command = `'${process.execPath}' '${packedCommand}' ${args}`;
    const child = spawn(pseudoTerminal, ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: this.folder,
      env: { ...this.env, TERM: 'xterm-256color' },
    });
    let screen = '';
    let isAnswered = false;
    child.stdout.on('data', (chunk) => {
      screen += String(chunk);
      if (isAnswered || !stripVTControlCharacters(screen).includes(prompt)) return;
      isAnswered = true;
      child.stdin.write(answer);
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, screen: stripVTControlCharacters(screen).replaceAll('\r', '') };
  }

  write(path: string, content: string | Uint8Array): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  exists(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  remove(): void {
    this.workshop.remove();
  }
}
