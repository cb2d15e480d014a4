import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/repository.js';

const main = join(root, 'bench/.build/main.js');

describe('the benchmarks', () => {
  beforeAll(() => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const built = spawnSync(process.execPath, [compiler, '-b', 'tsconfig.bench.json'], { cwd: root, encoding: 'utf8' });
    expect(built.stdout).toBe('');
  }, 120_000);

  it('print a table of all contenders, with the machine and the Node version above it', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [main, '--smoke'], { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [machine, gap, titles, rule, ...rows] = stdout.trimEnd().split('\n');
    expect(machine).toContain(`Node ${process.version}`);
    expect(gap).toBe('');
    expect(titles?.split(/ {2,}/)).toEqual(['contender', 'time', 'ratio', 'target', 'measured by']);
    expect(rule).toMatch(/^[- ]+$/);
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual([
      'floor: ajv + await method',
      'spec.call',
      'spec.exec',
      'toolkit.execute',
      'spec.call, decorated parameters',
      'spec.call, DTO',
      'spec.call, one binding',
      'spec.exec, bad arguments',
      'floor of 20 parameters',
      'spec.call, 20 parameters',
      'plain for await, per chunk',
      'spec.stream, per chunk',
      'spec.iterate, per chunk',
    ]);
    for (const row of rows) expect(row).toMatch(/ \d+(\.\d)? ns/);
    expect(rows.filter((row) => / \d+\.\d\d × /.test(row))).toHaveLength(9);
  }, 60_000);

  it('print what schemas from types cost', () => {
    const generate = join(root, 'bench/.build/generate.js');
    const { stdout, stderr, status } = spawnSync(process.execPath, [generate, '--smoke'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('4 tools in 2 files');
    expect(stdout).toMatch(/one program build {2,}\d+ ms\n/);
    expect(stdout).toMatch(/each tool {2,}\d+\.\d\d ms/);
    expect(stdout).toMatch(/--watch, after an edit {2,}\d+ ms/);
    expect(stdout).toMatch(/type-checking it {2,}\d+\.\d\d x/);
  }, 120_000);

  it('end with the rounds so far when interrupted', async () => {
    const child = spawn(process.execPath, [main], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    child.stdout.on('data', (text) => output.push(String(text)));
    child.stdout.once('data', () => child.kill('SIGINT'));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    expect(output.join('')).toContain('contender');
  }, 60_000);
});
