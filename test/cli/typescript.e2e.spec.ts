import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPluginProject, writeFiles } from '../plugin/plugin-project.js';
import { root } from '../support/repository.js';
import { type Run, runOf } from './command-line.js';

const main = 'node_modules/toolwright/dist/build/cli/main.js';
const tsx = pathToFileURL(join(root, 'test/programs/node_modules/tsx/dist/loader.mjs')).href;

describe('toolwright with a TypeScript module', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  function run(args: readonly string[], loaders: readonly string[] = []): Run {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...loaders, main, ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
    });
    return { code: status, stdout, stderr };
  }

  it.each([
    ['without another loader', []],
    ['with tsx', ['--import', tsx]],
  ])('lists tools with their types, comments and names %s', (_, loaders) => {
    const { stdout, stderr } = run(['list', 'src/orders.ts', '--json'], loaders);
    const { data } = JSON.parse(stdout);
    expect(stderr).toBe('');
    expect(data.tools).toContainEqual(
      expect.objectContaining({
        name: 'find',
        description: 'Find orders.',
        parameters: expect.objectContaining({
          properties: expect.objectContaining({
            query: { type: 'string', description: 'Words to look for.' },
            state: { type: 'string', enum: ['open', 'paid'] },
          }),
        }),
      }),
    );
  });

  it('calls a tool', () => {
    const json = '{"query":"tea","state":"paid","filter":{"since":"2026-01-02T00:00:00Z"}}';
    expect(run(['call', 'src/orders.ts', 'find', json])).toEqual({
      code: 0,
      stdout: 'tea paid true 20\n',
      stderr: '',
    });
  });

  it('serves tools', async () => {
    const child = spawn(process.execPath, [main, 'serve', 'src/orders.ts'], { cwd: project });
    const params = { name: 'join', arguments: { separator: '-', words: ['a', 'b'] } };
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    const { code, stdout } = await runOf(child);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { content: [{ type: 'text', text: 'a-b' }] } });
  });

  it.each([
    ['without another loader', []],
    ['with tsx', ['--import', tsx]],
  ])('loads CommonJS %s', (_, loaders) => {
    writeFiles(project, {
      'common/package.json': JSON.stringify({ type: 'commonjs' }),
      'common/lamp.ts': `import { Tool, ToolRegistry } from 'toolwright';
import type { Level } from './level';
export class Lamp extends ToolRegistry { @Tool() dim(level: Level): string { return level; } }
`,
      'common/level.ts': "export type Level = 'low' | 'high';\n",
    });
    const call = ['call', 'common/lamp.ts', 'dim', '{"level":"low"}'];
    expect(run(call, loaders)).toEqual({ code: 0, stdout: 'low\n', stderr: '' });
  });

  it('finds the TypeScript file of an import of JavaScript', () => {
    writeFiles(project, { 'src/compiled.ts': "export { orders } from './orders.js';\n" });
    expect(run(['list', 'src/compiled.ts'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('names the package that describes types if it is not installed', () => {
    rmSync(join(project, 'node_modules/typescript-json-schema'));
    // The records of unchanged modules are cached.
    rmSync(join(project, 'node_modules/.cache'), { recursive: true, force: true });
    mkdirSync(join(project, 'fresh'));
    writeFiles(project, {
      'fresh/lamp.ts': `import { Tool, ToolRegistry } from 'toolwright';
export class Lamp extends ToolRegistry { @Tool() dim(level: number): number { return level; } }
`,
    });
    const { code, stderr } = run(['list', 'fresh/lamp.ts']);
    expect(code).toBe(1);
    expect(stderr).toContain('npm install --save-dev typescript-json-schema');
  });
});
