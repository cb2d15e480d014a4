import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const secret = 'TOP-SECRET-OUTSIDE';
const denied = 'DENIED-TO-FILE-TOOLS';

/** A folder `jail` for tools, and a folder `outside` that no call may read or change. */
export class FileJail {
  folder = mkdtempSync(join(tmpdir(), 'file-fuzz-'));
  root = join(this.folder, 'jail');
  outside = join(this.folder, 'outside');

  constructor() {
    for (const path of [this.root, this.outside, `${this.root}-evil`]) mkdirSync(path);
    for (const path of [this.outside, `${this.root}-evil`]) writeFileSync(join(path, 'secret.txt'), secret);
  }

  /** Removes all folders. */
  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Empties the jail, and adds files and links to it. */
  reset() {
    for (const name of readdirSync(this.root)) rmSync(join(this.root, name), { recursive: true, force: true });
    mkdirSync(join(this.root, 'sub', 'deep'), { recursive: true });
    for (const name of ['notes.txt', 'sub/a.txt', 'sub/deep/b.txt']) writeFileSync(join(this.root, name), 'one\ntwo\n');
    const links = {
      in: 'sub',
      'in-file': 'sub/a.txt',
      out: this.outside,
      'out-file': '../outside/secret.txt',
      'out-new': '../outside/created.txt',
      'out-evil': `${this.root}-evil`,
      'out-chain': 'out',
      up: '..',
      loop: 'loop',
      'sub/up': '../../outside',
      null: '/dev/null',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(this.root, name));
    writeFileSync(join(this.root, '.env'), denied);
  }

  /** Adds a problem for a result with a text that the tool must not read, and for a changed file outside. */
  check(result, problems, { readsDenied = false } = {}) {
    const shown = JSON.stringify([result.data, result.error?.message, result.toText()]);
    if (shown.includes(secret)) problems.push(`reads a file outside: ${shown}`);
    if (!readsDenied && shown.includes(denied)) problems.push(`reads a file that is denied: ${shown}`);
    for (const path of [this.outside, `${this.root}-evil`]) {
      const names = readdirSync(path).join();
      if (names !== 'secret.txt') problems.push(`changes the files outside: ${names}`);
      else if (readFileSync(join(path, names), 'utf8') !== secret) problems.push('changes a file outside');
    }
    if (readdirSync(this.folder).sort().join() !== 'jail,jail-evil,outside')
      problems.push('changes the folder outside');
  }
}
