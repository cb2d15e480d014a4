import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from '../support/chromium.js';
import { root } from '../support/repository.js';

const folder = join(root, 'samples/web-page');
const run = promisify(execFile);
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const generate = [join(root, 'dist/build/cli/main.js'), 'generate', '--out', 'toolwright.gen.ts'];
const types = ['--types', 'shop.types.ts'];

// The options of the process that runs the specs are not for these.
const { NODE_OPTIONS: _, ...env } = process.env;

describe('the sample web-page', () => {
  let server: ChildProcess | undefined;
  let [pageUrl, reactUrl] = ['', ''];

  beforeAll(async () => {
    await run(process.execPath, [compiler, '-p', folder], { env });
    server = spawn(process.execPath, [join(folder, 'run.mjs'), '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const part of server.stdout ?? []) {
      output += String(part);
      if (output.includes('/react-page\n')) break;
    }
    [pageUrl = '', reactUrl = ''] = output.trim().split('\n');
  });

  afterAll(async () => {
    if (server === undefined) return;
    server.kill();
    await once(server, 'exit');
  });

  it('has the schemas and the types that the command writes', async () => {
    const { stdout } = await run(process.execPath, [...generate, ...types, '--check'], { cwd: folder, env });
    expect(stdout).toContain('up to date');
  });

  it('serves its tools to other clients', async () => {
    const url = new URL('/tools', pageUrl);
    const { tools } = (await (await fetch(url)).json()) as { readonly tools: readonly { readonly name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['find', 'describe', 'buy']);
  });

  it('no longer compiles the page after a parameter of a tool was renamed', async () => {
    const copy = mkdtempSync(join(root, 'samples/.build/web-page-'));
    try {
      cpSync(folder, copy, {
        recursive: true,
        filter: (path) => !/node_modules|\.build$/.test(path.slice(folder.length)),
      });
      symlinkSync(join(folder, 'node_modules'), join(copy, 'node_modules'));
      const replace = (name: string, one: string | RegExp, other: string): void => {
        writeFileSync(join(copy, name), readFileSync(join(copy, name), 'utf8').replaceAll(one, other));
      };
      replace('tsconfig.json', '../../tsconfig.json', join(root, 'tsconfig.json'));
      await run(process.execPath, [compiler, '-p', copy, '--noEmit'], { env });
      replace('shop.ts', /\bquery\b/g, 'part');
      await run(process.execPath, [...generate, ...types], { cwd: copy, env });
      const compiling = run(process.execPath, [compiler, '-p', copy, '--noEmit', '--pretty', 'false'], { env });
      const { stdout } = await compiling.then(
        () => ({ stdout: '' }),
        (error: { readonly stdout: string }) => error,
      );
      const mistakes = stdout.split('\n').filter((line) => line.includes('error TS'));
      expect(mistakes).toHaveLength(2);
      for (const mistake of mistakes) expect(mistake).toMatch(/page\.ts\(.*'query' does not exist in type/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  // Where Chromium is missing, no page can be opened. A merge needs all of it.
  if (process.env.CI !== undefined) {
    it('has Chromium for the tests: install it, or set CHROMIUM to its path', () => {
      expect(chromium).toBeDefined();
    });
  }

  const describeWithChromium = chromium === undefined ? undefined : describe;

  describeWithChromium?.('in Chromium', () => {
    it('calls, streams, cancels and approves in a page, and with a hook of React', async () => {
      const program = join(root, 'test/samples/web-page.mjs');
      const { stdout } = await run(process.execPath, [program, String(chromium), pageUrl, reactUrl], { env });
      expect(JSON.parse(stdout)).toEqual({
        find: ['tea pot 24, tea cup 9'],
        mistake: ['invalid_parameters /query'],
        describe: ['cup 1', 'cup 2', 'cup 3', '3 words'],
        stopped: expect.stringContaining('AbortError'),
        questions: Array.from({ length: 2 }, () => 'Allow buy with {"product":"tea cup"}?'),
        accept: ['You have bought: tea cup.'],
        dismiss: ['denied'],
        hook: 'cup 1 cup 2 cup 3 .',
        problems: [],
      });
      // In the page, in the component that started again, stopped, and was removed.
      let cancelled = 0;
      for (let turns = 0; cancelled < 5 && turns < 200; turns++) {
        cancelled = Number(await (await fetch(new URL('/cancelled', pageUrl))).text());
        await pause(50);
      }
      expect(cancelled).toBe(5);
    });
  });
});
