import { chmodSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runOf } from './command-line.js';
import { HostHome } from './host-home.js';

const isPosix = process.platform !== 'win32';

describe('the file that toolwright install changes', () => {
  let home: HostHome;

  beforeAll(() => {
    home = new HostHome();
  });

  beforeEach(() => home.reset());

  afterAll(() => home.remove());

  const install = (...args: readonly string[]) =>
    home.run('install', 'shop.js', '--yes', '--host', 'cursor', '--file', 'mcp.json', ...args);
  const filesOfHost = () => readdirSync(home.folder).filter((name) => name.includes('mcp.json'));

  if (isPosix) {
    it('is the one to which a relative link in a linked folder leads', async () => {
      home.write('home/dot/cursor/keep', '');
      home.write('home/dot/shared.json', '{}');
      symlinkSync('../shared.json', join(home.home, 'dot/cursor/mcp.json'));
      symlinkSync('dot/cursor', join(home.home, '.cursor'));
      home.write('home/shared.json', '{ "mine": 1 }');
      expect((await home.run('install', 'shop.js', '--yes', '--host', 'cursor')).code).toBe(0);
      expect(Object.keys(JSON.parse(home.read('home/dot/shared.json')).mcpServers)).toEqual(['shop']);
      expect(home.read('home/shared.json')).toBe('{ "mine": 1 }');
    });
  }

  it.each([
    [
      ['--url', 'http://127.0.0.1:3000/mcp'],
      { command: '/opt/node', args: ['a.js'], env: { KEY: '1' }, cwd: '/', envFile: '.env', disabled: true },
      ['disabled', 'url'],
    ],
    [[], { url: 'http://127.0.0.1:3000/mcp', headers: { KEY: '1' }, disabled: true }, ['args', 'command', 'disabled']],
  ])('has no keys of the other kind of server after %j', async (args, before, keys) => {
    home.write('mcp.json', JSON.stringify({ mcpServers: { shop: before } }, undefined, 2));
    expect((await install('--name', 'shop', ...args)).code).toBe(0);
    expect(Object.keys(JSON.parse(home.read('mcp.json')).mcpServers.shop).sort()).toEqual(keys);
  });

  describe('with --project, if a loader is used', () => {
    const installWith = (loader: string) => {
      const args = ['install', 'shop.js', '--yes', '--host', 'cursor', '--project'];
      const child = home.start(args, { nodeOptions: ['--import', loader] });
      child.stdin.end();
      return runOf(child);
    };

    it('names the loader relative to the project', async () => {
      home.write('loader.mjs', '');
      expect(await installWith('./loader.mjs')).toMatchObject({ code: 0 });
      const { args } = JSON.parse(home.read('.cursor/mcp.json')).mcpServers.shop;
      expect(args.slice(0, 2)).toEqual(['--import', `file://\${workspaceFolder}/loader.mjs`]);
    });

    it('warns by name of a loader outside of the project', async () => {
      const outside = new HostHome();
      outside.write('loader.mjs', '');
      const loader = join(outside.folder, 'loader.mjs');
      const { code, stderr } = await installWith(pathToFileURL(loader).href);
      outside.remove();
      expect(code).toBe(0);
      expect(stderr).toContain(`'${pathToFileURL(loader).href}' is outside of the project`);
    });
  });

  if (isPosix) {
    it.each([
      [0o644, ['--env', 'API_KEY=a-secret', '--env', 'OTHER'], true],
      [0o600, ['--env', 'API_KEY=a-secret'], false],
      [0o644, ['--env', 'API_KEY'], false],
    ])('is reported if others may read a secret in it: mode %o, %j', async (mode, args, isReported) => {
      home.write('mcp.json', '{}');
      chmodSync(join(home.folder, 'mcp.json'), mode);
      const { code, stderr } = await install(...args);
      expect(code).toBe(0);
      const warning = "Other users of this computer may read 'mcp.json', which contains the value of API_KEY.";
      expect(stderr.includes(warning)).toBe(isReported);
      expect(stderr).not.toContain('a-secret');
    });
  }

  it('keeps what its host has written while the change was stored', async () => {
    home.write('mcp.json', '{ "mcpServers": {} }');
    home.write(
      'write-meanwhile.cjs',
      `const fs = require('node:fs');
const { fsyncSync } = fs;
let count = 0;
fs.fsyncSync = (file) => {
  fsyncSync(file);
  if (++count === 2) fs.writeFileSync('mcp.json', '{ "mcpServers": { "other": { "command": "x" } } }');
};
require('node:module').syncBuiltinESMExports();
`,
    );
    const args = ['install', 'shop.js', '--yes', '--host', 'cursor', '--file', 'mcp.json'];
    const child = home.start(args, { nodeOptions: ['--require', './write-meanwhile.cjs'] });
    child.stdin.end();
    expect((await runOf(child)).code).toBe(0);
    expect(Object.keys(JSON.parse(home.read('mcp.json')).mcpServers)).toEqual(['other', 'shop']);
    expect(JSON.parse(home.read('mcp.json.bak'))).toEqual({ mcpServers: { other: { command: 'x' } } });
    expect(filesOfHost().sort()).toEqual(['mcp.json', 'mcp.json.bak']);
  });

  it('never replaces a copy that exists', async () => {
    home.write('mcp.json', '{}');
    home.write('mcp.json.bak', 'mine');
    const { stdout } = await install('--json');
    const { backup } = JSON.parse(stdout).data;
    expect(backup).toMatch(/mcp\.json\.\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z\.bak$/);
    expect(home.read('mcp.json.bak')).toBe('mine');
    expect(filesOfHost()).toHaveLength(3);
    expect(home.read(basename(backup))).toBe('{}');
  });

  it('has at most three copies with a date, and all files of others', async () => {
    home.write('mcp.json.bak', 'first');
    home.write('mcp.json.old.bak', 'mine');
    home.write('mcp.json.2020-01-01T00-00-00.000Z.bak', 'oldest');
    for (let round = 0; round < 4; round++) {
      home.write('mcp.json', `{ "round": ${round} }`);
      expect((await install()).code).toBe(0);
    }
    const dated = filesOfHost().filter((name) => /Z\.bak$/.test(name));
    expect(dated.sort().map((name) => home.read(name))).toEqual([1, 2, 3].map((round) => `{ "round": ${round} }`));
    expect(filesOfHost()).toHaveLength(dated.length + 3);
  });

  it('is reported as changed if a folder has the name of an old copy', async () => {
    home.write('mcp.json', '{}');
    home.write('mcp.json.2020-01-01T00-00-00.000Z.bak/notes.txt', 'kept');
    for (let year = 2021; year < 2025; year++) home.write(`mcp.json.${year}-01-01T00-00-00.000Z.bak`, `${year}`);
    expect(await install()).toMatchObject({ code: 0, stdout: expect.stringContaining("Added 'shop'") });
    expect(home.read('mcp.json.2020-01-01T00-00-00.000Z.bak/notes.txt')).toBe('kept');
    expect(filesOfHost().filter((name) => /202[1-4]-.*Z\.bak$/.test(name))).toHaveLength(3);
  });

  it('has one copy of the same content', async () => {
    home.write('mcp.json', '{}');
    for (let round = 0; round < 2; round++) {
      expect((await install()).code).toBe(0);
      home.write('mcp.json', '{}');
    }
    expect(filesOfHost().sort()).toEqual(['mcp.json', 'mcp.json.bak']);
  });

  it('is the only file left after a run that follows one that was killed', async () => {
    home.write('mcp.json', '{}');
    home.write(
      'kill-itself.cjs',
      `const fs = require('node:fs');
fs.fsyncSync = () => process.kill(process.pid, 'SIGKILL');
require('node:module').syncBuiltinESMExports();
`,
    );
    const args = ['install', 'shop.js', '--yes', '--host', 'cursor', '--file', 'mcp.json'];
    const child = home.start(args, { nodeOptions: ['--require', './kill-itself.cjs'] });
    child.stdin.end();
    await runOf(child);
    const left = filesOfHost().filter((name) => name !== 'mcp.json');
    expect(left.length).toBeGreaterThan(1);
    const before = Date.now() / 1000 - 120;
    for (const name of left) utimesSync(join(home.folder, name), before, before);
    expect((await install()).code).toBe(0);
    expect(filesOfHost().sort()).toEqual(['mcp.json', 'mcp.json.bak']);
  });

  describe('as the difference shows it', () => {
    const secrets = {
      theme: 'secret-theme',
      mcpServers: {
        other: { command: 'secret-command', args: ['--token', 'secret-arg'], env: { KEY: 'secret-env', N: 471147 } },
        remote: { url: 'http://127.0.0.1/?key=secret-url', headers: { KEY: `Bearer \${K:-secret-default}` } },
        shop: {
          command: 'old-command',
          args: ['secret-old'],
          env: { A: `\${K:-secret-own}`, B: 471147, C: `\${env:KEY}` },
          note: 'secret-note',
        },
      },
    };
    const expected = `--- mcp.json
+++ mcp.json
 {
   …
   "mcpServers": {
     …
     "shop": {
-      "command": "old-command",
-      "args": [
-        "***"
+      "command": "node",
+      "args": [
+        "${'{main}'}",
+        "serve",
+        "${'{module}'}"
       ],
       "env": {
         "A": "***",
         "B": "***",
         "C": "\${env:KEY}"
       },
       "note": "***"
     }
   }
 }
Everything else in the file remains.
`;

    it.each([
      ['on one line', undefined],
      ['on many lines', 2],
    ])('contains only the entry, without secrets: a file %s', async (_, indent) => {
      home.write('mcp.json', JSON.stringify(secrets, undefined, indent));
      const { code, stdout } = await install('--name', 'shop', '--dry-run');
      expect(code).toBe(0);
      const main = join(home.folder, 'node_modules/toolwright/dist/build/cli/main.js');
      expect(stdout).toBe(expected.replace('{main}', main).replace('{module}', join(home.folder, 'shop.js')));
    });

    it('contains no secrets with --json, when it is written and when it is removed', async () => {
      home.write('mcp.json', JSON.stringify(secrets));
      const written = await install('--name', 'shop', '--json');
      const removed = await home.run('uninstall', '--name', 'shop', '--host', 'cursor', '--file', 'mcp.json', '--yes');
      expect(JSON.parse(written.stdout).data.difference).toContain('+      "command": "node"');
      expect(removed.stderr).toContain('-    "shop": {');
      for (const { code, stdout, stderr } of [written, removed]) {
        expect(code).toBe(0);
        expect(stdout + stderr).not.toMatch(/secret|471147/);
      }
    });

    it('contains the inputs that are added', async () => {
      home.write('mcp.json', '{ "inputs": [{ "id": "mine", "default": "secret-input" }] }');
      const args = ['--host', 'vscode', '--file', 'mcp.json', '--env', 'API_KEY', '--dry-run'];
      const { stdout } = await home.run('install', 'shop.js', ...args);
      expect(stdout).toContain('+      "id": "toolwright-shop-API_KEY"');
      expect(stdout).not.toContain('secret-input');
    });

    it('is the JSON of a new file', async () => {
      const args = ['--host', 'vscode', '--file', 'new.json', '--env', 'API_KEY', '--dry-run'];
      const { stdout } = await home.run('install', 'shop.js', ...args);
      const lines = stdout.split('\n').filter((line) => /^\+(?!\+)/.test(line));
      expect(Object.keys(JSON.parse(lines.map((line) => line.slice(1)).join('\n')))).toEqual(['servers', 'inputs']);
    });

    it('contains the names of options that are removed, and not their values', async () => {
      const entry = { command: 'node', args: ['old.js', '--base-url', 'https://secret.test', '--auth=secret', '-s'] };
      home.write('mcp.json', JSON.stringify({ mcpServers: { shop: entry } }));
      const { stdout } = await install('--name', 'shop', '--dry-run');
      expect(stdout).toContain('-        "--base-url",');
      expect(stdout).not.toContain('secret');
    });
  });
});
