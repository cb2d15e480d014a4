import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { HostHome, hasTerminal } from './host-home.js';

describe('toolwright install', () => {
  let home: HostHome;
  let entry: { readonly command: string; readonly args: readonly string[] };

  beforeAll(() => {
    home = new HostHome();
    const main = join(home.folder, 'node_modules/toolwright/dist/build/cli/main.js');
    entry = { command: 'node', args: [main, 'serve', join(home.folder, 'shop.js')] };
  });

  beforeEach(() => home.reset());

  afterAll(() => home.remove());

  const install = (...args: readonly string[]) => home.run('install', 'shop.js', '--yes', ...args);

  const filesOf: Readonly<Record<string, string>> = {
    linux: 'xdg',
    darwin: 'Library/Application Support',
    win32: 'AppData',
  };
  const applications = `home/${filesOf[process.platform]}`;

  it.each([
    ['claude', [], `${applications}/Claude/claude_desktop_config.json`, 'mcpServers'],
    ['claude-code', [], 'home/.claude.json', 'mcpServers'],
    ['claude-code', ['--project'], '.mcp.json', 'mcpServers'],
    ['cursor', [], 'home/.cursor/mcp.json', 'mcpServers'],
    ['vscode', [], `${applications}/Code/User/mcp.json`, 'servers'],
    ['cursor', ['--file', 'mcp.json'], 'mcp.json', 'mcpServers'],
  ])('writes the file of %s %j', async (host, args, file, list) => {
    const { code, stdout } = await install('--host', host, ...args);
    expect(code).toBe(0);
    const value = list === 'servers' ? { type: 'stdio', ...entry } : entry;
    expect(JSON.parse(home.read(file))).toEqual({ [list]: { shop: value } });
    const shown = args.includes('--file') ? file : join(home.folder, file);
    expect(stdout).toMatch(new RegExp(`^Added 'shop' to '${shown}'\\. Restart .+ to use it\\.\\n$`));
  });

  it('writes an entry that a host can start from any folder', async () => {
    await install('--host', 'cursor');
    const { command, args } = JSON.parse(home.read('home/.cursor/mcp.json')).mcpServers.shop;
    const client = new Client({ name: 'host', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, cwd: '/' }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search']);
    expect(client.getServerVersion()).toEqual({ name: '@acme/shop', version: '2.3.4' });
    await client.close();
  });

  it.each([
    ['cursor', '.cursor/mcp.json', 'mcpServers'],
    ['vscode', '.vscode/mcp.json', 'servers'],
  ])('writes paths relative to the project for its members with --project: %s', async (host, file, list) => {
    await install('--host', host, '--project');
    expect(JSON.parse(home.read(file))[list].shop.args).toEqual([
      `\${workspaceFolder}/node_modules/toolwright/dist/build/cli/main.js`,
      'serve',
      `\${workspaceFolder}/shop.js`,
    ]);
    const { code } = await home.run('uninstall', 'shop.js', '--host', host, '--project', '--yes');
    expect(code).toBe(0);
    expect(JSON.parse(home.read(file))[list]).toEqual({});
  });

  it.each([
    ['claude-code', { mcpServers: { shop: { type: 'http', url: 'http://127.0.0.1:3000/mcp' } } }],
    ['cursor', { mcpServers: { shop: { url: 'http://127.0.0.1:3000/mcp' } } }],
    ['vscode', { servers: { shop: { type: 'http', url: 'http://127.0.0.1:3000/mcp' } } }],
  ])('writes the URL of a server that runs already: %s', async (host, content) => {
    const args = ['--host', host, '--url', 'http://127.0.0.1:3000/mcp', '--file', 'mcp.json'];
    expect((await home.run('install', '--name', 'shop', '--yes', ...args)).code).toBe(0);
    expect(JSON.parse(home.read('mcp.json'))).toEqual(content);
  });

  describe('a path that a host would change', () => {
    const variable = '$' + '{HOME}';

    beforeAll(() => home.write(`${variable}/shop.js`, home.read('shop.js')));

    it.each([
      ['claude-code', 'Claude Code'],
      ['cursor', 'Cursor'],
      ['vscode', 'VS Code'],
    ])('is refused for %s by name', async (host, title) => {
      const args = ['--yes', '--host', host, '--file', 'mcp.json'];
      const { code, stderr } = await home.run('install', `${variable}/shop.js`, ...args);
      expect(code).toBe(1);
      expect(stderr).toContain(`${title} would replace '${variable}' in '${home.folder}/${variable}/shop.js'.`);
    });

    it('is written for Claude Desktop, which changes nothing, and the folder of a project for Cursor', async () => {
      const desktop = await home.run(
        'install',
        `${variable}/shop.js`,
        '--yes',
        '--host',
        'claude',
        '--file',
        'mcp.json',
      );
      expect(desktop.code).toBe(0);
      expect((await install('--host', 'cursor', '--project')).code).toBe(0);
    });
  });

  describe('environment variables', () => {
    it.each([
      ['claude-code', `\${API_KEY}`],
      ['cursor', `\${env:API_KEY}`],
    ])('are read where %s runs', async (host, reference) => {
      await install('--host', host, '--env', 'API_KEY', '--env', 'MODE=fast', '--file', 'mcp.json');
      const { env } = JSON.parse(home.read('mcp.json')).mcpServers.shop;
      expect(env).toEqual({ API_KEY: reference, MODE: 'fast' });
    });

    it('are asked for by VS Code, and the question is removed with the entry', async () => {
      await install('--host', 'vscode', '--env', 'API_KEY', '--file', 'mcp.json');
      const { servers, inputs } = JSON.parse(home.read('mcp.json'));
      expect(servers.shop.env).toEqual({ API_KEY: `\${input:toolwright-shop-API_KEY}` });
      expect(inputs).toEqual([
        { type: 'promptString', id: 'toolwright-shop-API_KEY', description: expect.any(String), password: true },
      ]);
      await home.run('uninstall', 'shop.js', '--host', 'vscode', '--file', 'mcp.json', '--yes');
      expect(JSON.parse(home.read('mcp.json'))).toEqual({ servers: {} });
    });

    it('are removed without the inputs of others, comments and a list that had no inputs of the entry', async () => {
      for (const inputs of ['[{ "id": "mine" }]', '[ /* mine */ ]', '[]']) {
        home.write('mcp.json', `{ "inputs": ${inputs} }`);
        const variables = inputs === '[]' ? [] : ['--env', 'API_KEY'];
        await install('--host', 'vscode', ...variables, '--file', 'mcp.json');
        await home.run('uninstall', 'shop.js', '--host', 'vscode', '--file', 'mcp.json', '--yes');
        expect(home.read('mcp.json')).toContain(`"inputs": [`);
      }
    });

    it('are written only if their values are passed for a host that cannot refer to them', async () => {
      const refused = await install('--host', 'claude', '--env', 'API_KEY');
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('Claude Desktop cannot refer to environment variables.');
      const written = await install('--host', 'claude', '--env', 'API_KEY=a-secret');
      const file = join(home.folder, applications, 'Claude/claude_desktop_config.json');
      expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.shop.env).toEqual({ API_KEY: 'a-secret' });
      expect(written.stderr + written.stdout).not.toContain('a-secret');
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    });
  });

  describe('with a file that exists', () => {
    const edited = async (before: string): Promise<string> => {
      home.write('mcp.json', before);
      const { code, stderr } = await install('--host', 'cursor', '--file', 'mcp.json');
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      return home.read('mcp.json');
    };
    const json = (indent: string, depth: number): string =>
      JSON.stringify(entry, undefined, indent).replaceAll('\n', `\n${indent.repeat(depth)}`);

    it('keeps comments, trailing commas, the format of other values and unknown keys', async () => {
      const before = `// My servers
{
    "theme": "dark", /* not mine */
    "mcpServers": {
        "other": { "command": "x",  "args": [ 1,2 ] }, // keep me
        // "off": {},
    },
    "last": [1,
      2],
}
`;
      const after = before.replace(
        '        // "off": {},\n',
        `        // "off": {},\n        "shop": ${json('    ', 2)},\n`,
      );
      expect(await edited(before)).toBe(after);
      expect(home.read('mcp.json.bak')).toBe(before);
      await home.run('uninstall', 'shop.js', '--host', 'cursor', '--file', 'mcp.json', '--yes');
      expect(home.read('mcp.json')).toBe(before);
    });

    it('keeps a comment next to the last value', async () => {
      const before = '{\n  "mcpServers": {\n    "other": {} // mine\n  }\n}\n';
      const after = `{\n  "mcpServers": {\n    "other": {}, // mine\n    "shop": ${json('  ', 2)}\n  }\n}\n`;
      expect(await edited(before)).toBe(after);
    });

    it('keeps the byte order mark, tabs and line ends', async () => {
      const before = '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"other": {}\r\n\t}\r\n}\r\n';
      const text = `{\n\t"mcpServers": {\n\t\t"other": {},\n\t\t"shop": ${json('\t', 2)}\n\t}\n}\n`;
      expect(await edited(before)).toBe(`\uFEFF${text.replaceAll('\n', '\r\n')}`);
    });

    it.each(['', '\n', '{}', '{ }\n', '{\n}\n'])('fills a file without servers: %j', async (before) => {
      const after = await edited(before);
      expect(JSON.parse(after)).toEqual({ mcpServers: { shop: entry } });
      expect(after.trimEnd()).toBe(JSON.stringify({ mcpServers: { shop: entry } }, undefined, 2));
    });

    it('keeps a file on one line', async () => {
      const after = await edited('{"a":1,"mcpServers":{"other":{}}}');
      expect(after).toBe(`{"a":1,"mcpServers":{"other":{},"shop":${JSON.stringify(entry)}}}`);
    });

    it('keeps servers with unusual names and repeated keys of others', async () => {
      const before = '{\n  "a": 1,\n  "a": 2,\n  "mcpServers": {\n    "__proto__": {},\n    "": {}\n  }\n}';
      const after = await edited(before);
      expect(after.split(',\n    "shop"')[0]).toBe(before.split('\n  }\n}')[0]);
    });

    it('changes its own entry, and keeps what the user has added to it', async () => {
      const before = `{ "mcpServers": { "shop": { "args": ${JSON.stringify(entry.args)}, "command": "/opt/node", "disabled": true, "env": { "A": "1" } } } }`;
      expect(JSON.parse(await edited(before)).mcpServers.shop).toEqual({
        ...entry,
        command: '/opt/node',
        disabled: true,
        env: { A: '1' },
      });
    });

    it('does nothing a second time', async () => {
      const before = await edited('{}');
      const { stdout } = await install('--host', 'cursor', '--file', 'mcp.json');
      expect(stdout).toContain('Nothing was changed.');
      expect(home.read('mcp.json')).toBe(before);
      expect(home.read('mcp.json.bak')).toBe('{}');
    });

    it('edits a file of 5 MB', async () => {
      const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`s${n}`, { command: 'x'.repeat(90) }]));
      const before = JSON.stringify({ mcpServers: many }, undefined, 2);
      expect(before.length).toBeGreaterThan(5_000_000);
      expect(JSON.parse(await edited(before)).mcpServers).toEqual({ ...many, shop: entry });
    });

    if (process.platform !== 'win32') {
      it('follows a link, and keeps the mode of the file', async () => {
        const { symlinkSync, chmodSync } = await import('node:fs');
        home.write('home/dotfiles/mcp.json', '{}');
        chmodSync(join(home.folder, 'home/dotfiles/mcp.json'), 0o640);
        symlinkSync('home/dotfiles/mcp.json', join(home.folder, 'mcp.json'));
        expect((await install('--host', 'cursor', '--file', 'mcp.json')).code).toBe(0);
        expect(lstatSync(join(home.folder, 'mcp.json')).isSymbolicLink()).toBe(true);
        expect(JSON.parse(home.read('home/dotfiles/mcp.json')).mcpServers.shop).toEqual(entry);
        expect(statSync(join(home.folder, 'mcp.json')).mode & 0o777).toBe(0o640);
        expect(home.read('home/dotfiles/mcp.json.bak')).toBe('{}');
      });

      it('refuses a file that is read-only', async () => {
        const { chmodSync } = await import('node:fs');
        home.write('mcp.json', '{}');
        chmodSync(join(home.folder, 'mcp.json'), 0o444);
        const { code, stderr } = await install('--host', 'cursor', '--file', 'mcp.json');
        expect({ code, text: home.read('mcp.json') }).toEqual({ code: 1, text: '{}' });
        expect(stderr).toContain("Cannot change 'mcp.json': It is read-only. Nothing was changed.");
      });
    }

    it.each([
      ['null', '1:1: The content must be an object, not null.'],
      ['[]', '1:1: The content must be an object, not an array.'],
      ['{\n  "mcpServers": []\n}', "2:17: The value of 'mcpServers' must be an object, not an array."],
      ['{ "mcpServers": null }', "1:17: The value of 'mcpServers' must be an object, not null."],
      ['{\n  "a": 1\n  "b": 2\n}', '3:3: Comma expected.'],
      ['{ "a": 1 } trailing', '1:12: Invalid symbol.'],
      ['{ "mcpServers": {', '1:18: Close brace expected.'],
      ['{ "mcpServers": {},\n "mcpServers": {} }', "2:2: The key 'mcpServers' occurs twice."],
      ['{ "mcpServers": { "shop": {}, "shop": {} } }', "1:31: The key 'shop' occurs twice."],
      ['{ "mcpServers": { "shop": { "command": "other" } } }', "'mcp.json' has another server 'shop'."],
    ])('refuses %j and changes nothing', async (before, message) => {
      home.write('mcp.json', before);
      const { code, stdout, stderr } = await install('--host', 'cursor', '--file', 'mcp.json');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(message);
      expect(home.read('mcp.json')).toBe(before);
      expect(home.exists('mcp.json.bak')).toBe(false);
    });

    it('refuses a file with values that are nested too deeply', async () => {
      home.write('mcp.json', '['.repeat(1_000_000));
      const { code, stderr } = await install('--host', 'cursor', '--file', 'mcp.json');
      expect(code).toBe(1);
      expect(stderr).toContain('1:1: The values are nested too deeply. Nothing was changed.');
    });

    it('refuses a file in another encoding', async () => {
      home.write('mcp.json', Buffer.from('\uFEFF{}', 'utf16le'));
      const { code, stderr } = await install('--host', 'cursor', '--file', 'mcp.json');
      expect(code).toBe(1);
      expect(stderr).toContain('It is not text in UTF-8. Save it as UTF-8. Nothing was changed.');
    });

    it('refuses a folder in place of the file', async () => {
      home.write('mcp.json/file', '');
      const { code, stderr } = await install('--host', 'cursor', '--file', 'mcp.json');
      expect(code).toBe(1);
      expect(stderr).toContain('It is not a file.');
    });

    it('replaces a server of another program only if it is named', async () => {
      home.write('mcp.json', '{ "mcpServers": { "shop": { "command": "other" } } }');
      const { code } = await install('--host', 'cursor', '--file', 'mcp.json', '--name', 'shop');
      expect(code).toBe(0);
      expect(JSON.parse(home.read('mcp.json')).mcpServers.shop).toEqual(entry);
    });
  });

  it.each([
    [['broken.js'], 2, "Cannot load 'broken.js'"],
    [['empty.js'], 2, "'empty.js' exports no tools."],
    [['missing.js'], 2, "File 'missing.js' does not exist."],
    [['shop.js', '--name', '__proto__'], 1, '--name must be'],
    [['shop.js', '--name', 'a b'], 1, '--name must be'],
    [['shop.js', '--url', 'ftp://x'], 1, '--url must be the URL of a server'],
    [['shop.js', '--env', '=x'], 1, '--env must be <name>=<value>'],
    [['shop.js', '--file', 'a', '--project'], 1, "'install' accepts --file or --project, not both."],
    [[], 1, "'install' needs a module, or --url and --name."],
  ])('refuses %j and writes nothing', async (args, code, message) => {
    const run = await home.run('install', ...args, '--host', 'cursor', '--yes');
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(readdirSync(home.home)).toEqual([]);
  });

  it.each([
    [[], "'install' needs --host: claude, claude-code, cursor, vscode."],
    [['--host', 'curser'], "not 'curser'. Did you mean 'cursor'?"],
    [['--host', 'claude', '--project'], 'Claude Desktop has no configuration of a project.'],
    [['--host', 'claude', '--url', 'http://localhost/mcp'], 'Claude Desktop starts its servers itself.'],
  ])('refuses the host %j', async (args, message) => {
    const run = await install(...args);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(message);
  });

  it('shows the difference and writes nothing with --dry-run', async () => {
    home.write('mcp.json', '{\n  "mcpServers": {\n    "other": { "env": { "KEY": "a-secret" } }\n  }\n}\n');
    const { code, stdout } = await home.run(
      'install',
      'shop.js',
      '--host',
      'cursor',
      '--file',
      'mcp.json',
      '--dry-run',
    );
    expect(code).toBe(0);
    const [main, serve, module] = entry.args;
    expect(stdout).toBe(`--- mcp.json
+++ mcp.json
 {
   "mcpServers": {
     …
+    "shop": {
+      "command": "node",
+      "args": [
+        "${main}",
+        "${serve}",
+        "${module}"
+      ]
+    }
   }
 }
Everything else in the file remains.
`);
    expect(home.read('mcp.json')).not.toContain('shop');
  });

  it('needs permission, and --yes without a terminal', async () => {
    const { code, stdout, stderr } = await home.run('install', 'shop.js', '--host', 'cursor');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('+    "shop": {');
    expect(stderr).toContain('Pass --yes, or --dry-run.');
    expect(home.exists('home/.cursor')).toBe(false);
  });

  if (hasTerminal) {
    it.each([
      ['yes\n', 0],
      ['no\n', 1],
      ['\n', 1],
      ['\x03', 1],
    ])('asks on a terminal, and accepts %j', async (answer, expected) => {
      const { code, screen } = await home.converse('install shop.js --host cursor', '(yes or no): ', answer);
      expect(screen).toContain('+    "shop": {');
      expect(code).toBe(expected);
      expect(home.exists('home/.cursor/mcp.json')).toBe(expected === 0);
    });
  }

  it('reports what it has done with --json', async () => {
    home.write('mcp.json', '{}');
    const { stdout } = await install('--host', 'cursor', '--file', 'mcp.json', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      command: 'install',
      data: {
        host: 'cursor',
        name: 'shop',
        file: 'mcp.json',
        isChanged: true,
        backup: join(home.folder, 'mcp.json.bak'),
      },
    });
    home.write('mcp.json', '[');
    const refused = await install('--host', 'cursor', '--file', 'mcp.json', '--json');
    expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, exitCode: 1, error: { code: 'configuration' } });
  });

  it('loses no entry when several commands write at once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const runs = await Promise.all(
      names.map((name) => install('--host', 'cursor', '--file', 'mcp.json', '--name', name)),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(Object.keys(JSON.parse(home.read('mcp.json')).mcpServers).sort()).toEqual(names);
    expect(readdirSync(home.folder).filter((name) => name.includes('lock'))).toEqual([]);
  });

  it('leaves the old or the new file when it is killed', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`s${n}`, { command: 'x'.repeat(90) }]));
    const before = JSON.stringify({ mcpServers: many }, undefined, 2);
    const known = new Set([before]);
    home.write('mcp.json', before);
    await install('--host', 'cursor', '--file', 'mcp.json');
    known.add(home.read('mcp.json'));
    for (let attempt = 0; attempt < 6; attempt++) {
      home.write('mcp.json', before);
      const child = home.start(['install', 'shop.js', '--host', 'cursor', '--file', 'mcp.json', '--yes']);
      // The difference is printed directly before the file is written.
      await new Promise((resolve) => {
        child.stderr.once('data', () => setTimeout(resolve, attempt * 3));
        child.once('close', resolve);
      });
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once('close', resolve));
      expect(known.has(home.read('mcp.json'))).toBe(true);
    }
  });
});

describe('toolwright uninstall', () => {
  let home: HostHome;

  beforeAll(() => {
    home = new HostHome();
  });

  beforeEach(() => home.reset());

  afterAll(() => home.remove());

  const run = (...args: readonly string[]) => home.run(...args, '--host', 'cursor', '--file', 'mcp.json', '--yes');

  it('removes only the entry of the module, also if the module no longer exists', async () => {
    home.write('mcp.json', '{ "mcpServers": { "mine": { "command": "x" } } }');
    home.write('gone.js', home.read('shop.js'));
    await run('install', 'shop.js');
    await run('install', 'gone.js', '--name', 'gone');
    const { rmSync } = await import('node:fs');
    rmSync(join(home.folder, 'gone.js'));
    expect((await run('uninstall', 'gone.js')).code).toBe(0);
    expect(Object.keys(JSON.parse(home.read('mcp.json')).mcpServers)).toEqual(['mine', 'shop']);
  });

  it('removes a server of another program only if it is named', async () => {
    home.write('mcp.json', '{ "mcpServers": { "shop": { "command": "x" } } }');
    const { code, stderr } = await run('uninstall', 'shop.js');
    expect(code).toBe(1);
    expect(stderr).toContain("has no entry of toolwright for 'shop.js'. Its servers are 'shop'.");
    expect((await run('uninstall', '--name', 'shop')).code).toBe(0);
    expect(JSON.parse(home.read('mcp.json'))).toEqual({ mcpServers: {} });
  });

  it.each([
    ['{ "mcpServers": { "a": {}, } }', '{ "mcpServers": {  } }'],
    ['{ "mcpServers": { "a": {}, "b": {} } }', '{ "mcpServers": {  "b": {} } }'],
    ['{ "mcpServers": { "b": {}, "a": {} } }', '{ "mcpServers": { "b": {}  } }'],
    [
      '{\n "mcpServers": {\n  // one\n  "b": {}, // two\n  "a": {}\n }\n}',
      '{\n "mcpServers": {\n  // one\n  "b": {} // two\n }\n}',
    ],
  ])('removes the comma, and keeps comments: %j', async (before, after) => {
    home.write('mcp.json', before);
    expect((await run('uninstall', '--name', 'a')).code).toBe(0);
    expect(home.read('mcp.json')).toBe(after);
  });

  it('names the servers that exist', async () => {
    home.write('mcp.json', '{ "mcpServers": { "a": {}, "b": {} } }');
    const { code, stderr } = await run('uninstall', '--name', 'c');
    expect(code).toBe(1);
    expect(stderr).toContain("'mcp.json' has no server 'c'. Its servers are 'a', 'b'.");
  });

  it('asks which entry to remove if there are several', async () => {
    await run('install', 'shop.js', '--name', 'a');
    await run('install', 'shop.js', '--name', 'b');
    const { code, stderr } = await run('uninstall', 'shop.js');
    expect(code).toBe(1);
    expect(stderr).toContain("several entries for 'shop.js': 'a', 'b'. Select one with --name.");
  });
});
