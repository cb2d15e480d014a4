import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The text of all files outside of the jail. */
export const outsideText = 'TOP-SECRET-OUTSIDE';

/** A folder with a jail, what is outside of it, and ways from one to the other. */
export interface FileWorld {
  readonly folder: string;
  readonly workspace: string;
  readonly userinput: string;
  readonly outside: string;
  /** Returns the names and the texts of everything outside of the jail. */
  outsideNow(): Readonly<Record<string, string>>;
  remove(): void;
}

export function createFileWorld(): FileWorld {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-files-'));
  const [workspace, userinput, outside] = [join(folder, 'jail'), join(folder, 'input'), join(folder, 'outside')];
  for (const each of [workspace, userinput, outside, `${workspace}-evil`, join(workspace, 'sub')]) mkdirSync(each);
  writeFileSync(join(outside, 'secret.txt'), outsideText);
  writeFileSync(join(`${workspace}-evil`, 'secret.txt'), outsideText);
  writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(workspace, 'sub', 'deep.txt'), 'deep\n');
  writeFileSync(join(userinput, 'data.csv'), 'a,b\n1,2\n');
  return {
    folder,
    workspace,
    userinput,
    outside,
    outsideNow: () => ({ ...textsOf(outside), ...textsOf(`${workspace}-evil`) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Adds links and special files that lead out of the jail. */
export function addTraps({ workspace, outside }: FileWorld): void {
  const link = (name: string, target: string): void => symlinkSync(target, join(workspace, name));
  link('out-dir', outside);
  link('out-file', join(outside, 'secret.txt'));
  link('out-relative', '../outside');
  link('out-file-relative', '../outside/secret.txt');
  link('out-missing', join(outside, 'created.txt'));
  link('out-parent', '..');
  link('out-evil', `${workspace}-evil`);
  link('out-slash', '/');
  link('out-proc', '/proc/self/root');
  link('out-cwd', '/proc/self/cwd');
  link('out-fd', '/proc/self/fd');
  link('out-chain', 'out-chain-2');
  link('out-chain-2', 'out-dir');
  link('out-through', 'sub/../../outside/secret.txt');
  link('loop', 'loop');
  link('sub/out-up', '../../outside');
  linkSync(join(outside, 'secret.txt'), join(workspace, 'hard.txt'));
  execFileSync('mkfifo', [join(workspace, 'pipe')]);
  link('null', '/dev/null');
  link('zero', '/dev/zero');
  link('tty', '/dev/tty');
  writeFileSync(join(workspace, '.env'), outsideText);
  mkdirSync(join(workspace, '.git'));
  writeFileSync(join(workspace, '.git', 'config'), outsideText);
  link('env-alias', '.env');
}

/** Paths that try to leave the jail, or to block, at which nothing may be read or written. */
export function escapePaths({ workspace, outside, folder }: FileWorld): readonly string[] {
  return [
    ...['../outside/secret.txt', '/workspace/../outside/secret.txt', 'sub/../../outside/secret.txt', '..', '../'],
    ...['/workspace/..', '/workspace/sub/../../outside/secret.txt', './../outside/secret.txt', '....//outside'],
    ...[
      join(outside, 'secret.txt'),
      `//${outside}/secret.txt`,
      '/etc/passwd',
      '/workspace-evil/secret.txt',
      `${workspace}-evil/secret.txt`,
    ],
    ...[`file://${outside}/secret.txt`, `~/../${outside}/secret.txt`, `${folder}/jail/../outside/secret.txt`],
    ...[
      '%2e%2e/outside/secret.txt',
      '..%2foutside%2fsecret.txt',
      '%252e%252e%252foutside',
      '%c0%ae%c0%ae/outside/secret.txt',
    ],
    ...[
      '..\\outside\\secret.txt',
      '\\\\?\\C:\\secret.txt',
      'sub\\..\\..\\outside\\secret.txt',
      'C:/outside/secret.txt',
    ],
    ...['notes.txt\0/../../outside/secret.txt', '../outside/secret.txt\0.txt', '\0', 'a\nb', '\u202e../outside'],
    ...['\uff0e\uff0e/outside/secret.txt', '\u2025/outside/secret.txt', '..\u2215outside\u2215secret.txt', '\ud800'],
    ...['out-dir/secret.txt', 'out-dir', 'out-file', 'out-relative/secret.txt', 'out-file-relative', 'out-missing'],
    ...['out-parent/outside/secret.txt', 'out-evil/secret.txt', `out-slash${outside}/secret.txt`],
    ...[`out-proc${outside}/secret.txt`, 'out-cwd/package.json', 'out-fd/0', 'out-chain/secret.txt', 'out-through'],
    ...['sub/out-up/secret.txt', '/workspace/sub/out-up/secret.txt', 'loop', 'loop/a'],
    ...['/proc/self/root/etc/passwd', '/proc/self/environ', '/dev/stdin', '/dev/fd/0'],
    ...['hard.txt', 'pipe', 'null', 'zero', 'tty', '.env', '.ENV', '.git/config', '.Git/config', 'env-alias', '.env.'],
    ...['a/'.repeat(3_000), 'x'.repeat(300), `${'../'.repeat(200)}etc/passwd`, 'y/'.repeat(100)],
  ];
}

function textsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]),
  );
}
