import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { run as runInProcess } from '../../samples/create-toolwright/src/run.js';
import { until } from '../execution/waiting.js';
import { addPackedPackage } from '../support/packed-package.js';
import { readManifest, root } from '../support/repository.js';

const packed = join(root, 'test/.build/packed-create-toolwright');
const templates = ['plain', 'hono', 'nest', 'mcp'];
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as CreatedManifest;

/** The part of the package.json of a project, or of create-toolwright, that the tests look at. */
interface CreatedManifest {
  readonly name: string;
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: object;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const main = join(packed, String(manifestOf(packed).bin['create-toolwright']));

// The options and the npm of the process that runs the specs are not for these.
const { NODE_OPTIONS: _, npm_config_user_agent: __, ...env } = process.env;

describe('create-toolwright', () => {
  let cwd = '';

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'toolwright-create-'));
  });

  afterEach(() => {
    rmSync(cwd, { recursive: true, force: true });
  });

  /** Runs the packed command without a terminal. */
  async function create(args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...env, ...variables }, stdio: 'pipe' });
    child.stdin.end();
    const [stdout, stderr, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    return { code, stdout, stderr };
  }

  /** Runs the command in this process on a terminal where the answers are typed. `null` is Ctrl-D. */
  async function createOnTerminal(args: readonly string[], answers: readonly (string | null)[]): Promise<Ended> {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const [stdout, stderr] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()];
    const shown = { stdout: '', stderr: '' };
    stdout.on('data', (text) => (shown.stdout += String(text)));
    stderr.on('data', (text) => (shown.stderr += String(text)));
    const running = runInProcess(args, { stdin, stdout, stderr });
    for (const [index, answer] of answers.entries()) {
      await until(() => shown.stdout.split('): ').length > index + 1);
      if (answer === null) stdin.end();
      else stdin.write(`${answer}\n`);
    }
    return { code: await running, ...shown };
  }

  const listing = (folder = cwd) => readdirSync(folder).sort();

  it('has the version of toolwright, and templates that depend on it', () => {
    const { version, engines } = readManifest();
    expect(manifestOf(packed)).toMatchObject({ version, engines });
    expect(listing(join(packed, 'templates'))).toEqual([...templates].sort());
    for (const name of templates) {
      const manifest = manifestOf(join(packed, 'templates', name));
      expect(manifest).toMatchObject({ engines, dependencies: { toolwright: `^${version}` } });
      expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['start', 'dev', 'test', 'typecheck']));
    }
  });

  it('prints its options and templates, and its version', async () => {
    const { code, stdout } = await create(['--help']);
    expect(code).toBe(0);
    for (const part of ['npm create toolwright', '--template', '--install', '--yes', '--force', ...templates]) {
      expect(stdout).toContain(part);
    }
    expect(await create(['--version'])).toMatchObject({ code: 0, stdout: `${readManifest().version}\n` });
    expect(listing()).toEqual([]);
  });

  it.each(templates)('creates a project with instructions for people and agents: %s', async (template) => {
    const { code, stdout } = await create(['My Tools', '--template', template]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `Created My Tools from the template ${template}.\n\nNext, run:\n\n  cd "My Tools"\n  npm install\n  npm start\n\n`,
    );
    const folder = join(cwd, 'My Tools');
    expect(manifestOf(folder).name).toBe('my-tools');
    expect(listing(folder)).toEqual(expect.arrayContaining(['.gitignore', 'AGENTS.md', 'README.md', 'tsconfig.json']));
    expect(listing(folder)).not.toContain('_gitignore');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = new Map(files.map((file) => [file.name, readFileSync(join(file.parentPath, file.name), 'utf8')]));
    expect([...texts].filter(([, text]) => text.includes('toolwright-template-'))).toEqual([]);
    const linesOf = (name: string) => String(texts.get(name)).trimEnd().split('\n').length;
    expect(linesOf('README.md')).toBeLessThanOrEqual(20);
    expect(linesOf('AGENTS.md')).toBeGreaterThanOrEqual(20);
    expect(linesOf('AGENTS.md')).toBeLessThanOrEqual(40);
    expect([...texts.values()].join('\n').match(/@Tool\(/g)).toHaveLength(1);
  });

  it('uses defaults without a terminal', async () => {
    expect(await create([])).toMatchObject({ code: 0, stderr: '' });
    expect(manifestOf(join(cwd, 'toolwright-app'))).toMatchObject({ name: 'toolwright-app' });
    expect(listing(join(cwd, 'toolwright-app/src'))).toContain('shop.ts');
  });

  it('creates a project in the current folder, also if it is a repository', async () => {
    mkdirSync(join(cwd, '.git'));
    const { code, stdout } = await create(['.']);
    expect(code).toBe(0);
    expect(stdout).toContain('Next, run:\n\n  npm install\n  npm start\n');
    expect(listing()).toEqual(expect.arrayContaining(['.git', '.gitignore', 'package.json']));
  });

  it.each([
    ['Crème Brûlée 2', 'creme-brulee-2'],
    ['.hidden_tools', 'hidden_tools'],
    ['a/b/@deep', 'deep'],
    ['--', 'toolwright-app'],
    ['工具', 'toolwright-app'],
    ['toolwright', 'toolwright-app'],
    ['typescript', 'typescript-app'],
    ['http', 'http-app'],
    ['node_modules', 'node_modules-app'],
  ])('names the project in the folder %j %s', async (folder, name) => {
    expect(await create(['--', folder])).toMatchObject({ code: 0, stderr: '' });
    expect(manifestOf(join(cwd, folder)).name).toBe(name);
  });

  it('limits the length of the name of a project', async () => {
    await create(['x'.repeat(250)]);
    expect(manifestOf(join(cwd, 'x'.repeat(250))).name).toHaveLength(200);
  });

  it.each([
    [['--template', 'nestjs'], "Unknown template 'nestjs'. Did you mean 'nest'?"],
    [['--template', 'hnoo'], "Unknown template 'hnoo'. Did you mean 'hono'?"],
    [['--template', 'toString'], "Unknown template 'toString'. The templates are plain, hono, nest, mcp.\n"],
    [['--template'], "Option '-t, --template <value>' argument missing."],
    [['--tempalte', 'mcp'], "Unknown option '--tempalte'. See: npm create toolwright -- --help\n"],
    [['one', 'other'], 'Name one folder, not 2: one, other.'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await create(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(listing()).toEqual([]);
  });

  it('refuses a folder that is not empty, and with --force keeps its files', async () => {
    mkdirSync(join(cwd, 'mine'));
    for (const name of ['README.md', 'notes.txt']) writeFileSync(join(cwd, 'mine', name), 'mine');

    const refused = await create(['mine']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is not empty: it contains README.md, notes.txt. Name another folder');
    expect(listing(join(cwd, 'mine'))).toEqual(['README.md', 'notes.txt']);

    const created = await create(['mine', '--force']);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.stdout).toContain('These files existed and are unchanged: README.md.');
    expect(listing(join(cwd, 'mine'))).toEqual(expect.arrayContaining(['README.md', 'notes.txt', 'package.json']));
    for (const name of ['README.md', 'notes.txt']) expect(readFileSync(join(cwd, 'mine', name), 'utf8')).toBe('mine');
  });

  it('refuses the folder of a project, also with --force', async () => {
    writeFileSync(join(cwd, 'package.json'), '{}');
    const { code, stderr } = await create(['.', '--force']);
    expect(code).toBe(1);
    expect(stderr).toContain('contains a project. To use toolwright there, run: npm install toolwright');
    expect(listing()).toEqual(['package.json']);
  });

  it('refuses a path below a file, and the path of a file', async () => {
    writeFileSync(join(cwd, 'file'), '');
    for (const path of ['file', 'file/tools', 'new/../file/tools']) {
      const { code, stderr } = await create([path, '--force']);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Cannot create a project in '.*'\. Nothing was written\. The reason is: ENOTDIR/);
    }
    expect(listing()).toEqual(['file']);
  });

  it('removes what it has written if it cannot write all of it', async () => {
    mkdirSync(join(cwd, 'mine'));
    writeFileSync(join(cwd, 'mine/src'), 'not a folder');
    const { code, stderr } = await create(['mine', '--force']);
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was written.');
    expect(listing(join(cwd, 'mine'))).toEqual(['src']);
  });

  it('installs the packages with the package manager that has started it', async () => {
    const folder = join(cwd, 'bin');
    mkdirSync(folder);
    for (const [name, code] of [
      ['pnpm', 0],
      ['npm', 3],
    ] as const) {
      writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} "$@" in "$PWD"\nexit ${code}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    const PATH = [folder, env.PATH].join(delimiter);

    const installed = await create(['one', '--install'], { PATH, npm_config_user_agent: 'pnpm/10.1.0 node/v20' });
    expect(installed.code).toBe(0);
    expect(installed.stdout).toMatch(/pnpm install in .*\/one\n[\s\S]*Next, run:\n\n {2}cd one\n {2}pnpm start\n/);

    const failed = await create(['other', '--install'], { PATH });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain("The project is complete, but 'npm install' has failed. Run it again in");
    expect(existsSync(join(cwd, 'other/package.json'))).toBe(true);
  });

  describe('on a terminal', () => {
    it('asks for what is missing, and again after an unknown template', async () => {
      const { code, stdout } = await createOnTerminal([], [join(cwd, 'asked'), 'nets', 'nest']);
      expect(code).toBe(0);
      expect(stdout).toContain('Folder (toolwright-app): ');
      expect(stdout).toContain("Unknown template 'nets'. Did you mean 'nest'?");
      expect(listing(join(cwd, 'asked'))).toContain('nest-cli.json');
    });

    it('asks for a template only, whose default is an empty line', async () => {
      const { code, stdout } = await createOnTerminal([join(cwd, 'asked')], ['']);
      expect(code).toBe(0);
      expect(stdout).not.toContain('Folder');
      expect(stdout).toContain('from the template plain.');
    });

    it('asks nothing if nothing is missing, or with --yes', async () => {
      for (const args of [
        [join(cwd, 'one'), '-t', 'mcp'],
        [join(cwd, 'other'), '--yes'],
      ]) {
        const { code, stdout } = await createOnTerminal(args, []);
        expect(code).toBe(0);
        expect(stdout).not.toContain('): ');
      }
      expect(listing()).toEqual(['one', 'other']);
    });

    it('creates nothing if the user leaves', async () => {
      const { code, stderr } = await createOnTerminal([join(cwd, 'left')], [null]);
      expect(code).toBe(130);
      expect(stderr).toContain('Nothing was created.');
      expect(listing()).toEqual([]);
    });
  });

  it('creates a project whose scripts work', async () => {
    await create(['tools', '--template', 'plain']);
    const project = join(cwd, 'tools');
    addPackedPackage(project, 'typescript', '@types/node');
    const run = (command: string, ...args: readonly string[]) =>
      promisify(execFile)(command, args, { cwd: project, env: { ...env, NO_COLOR: '1' } });

    const { typecheck, test, start } = manifestOf(project).scripts;
    expect({ typecheck, test, start }).toEqual({
      typecheck: 'tsc',
      test: expect.stringContaining('--test src/shop.test.ts'),
      start: 'node --import toolwright/register src/main.ts',
    });
    await run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'));
    const [tested, started] = await Promise.all([run('npm', 'test'), run('npm', 'start')]);
    expect(tested.stdout).toMatch(/# pass 1\n# fail 0/);
    expect(started.stdout).toContain('"description": "Find products of the shop, the cheapest first."');
    expect(started.stdout).toContain('["espresso cup: 6 EUR","tea cup: 9 EUR"]');
    expect(started.stdout).not.toContain('currency');
  });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}
