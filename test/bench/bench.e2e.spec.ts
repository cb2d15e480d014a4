import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/repository.js';

const main = join(root, 'bench/.build/main.js');
const compare = join(root, 'bench/.build/compare.js');
const types = join(root, 'bench/.build/types.js');

function run(args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

function worktrees(): string {
  return spawnSync('git', ['worktree', 'list'], { cwd: root, encoding: 'utf8' }).stdout;
}

describe('the benchmarks', () => {
  it('print a table of all rows, with the machine and the Node version above it', () => {
    const { stdout, stderr, status } = run([main, '--smoke']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [machine, gap, titles, rule, ...lines] = stdout.trimEnd().split('\n');
    expect(machine).toContain(`Node ${process.version}`);
    expect(gap).toBe('');
    expect(titles?.split(/ {2,}/)).toEqual(['contender', 'value', 'ratio', 'target', 'measured by']);
    expect(rule).toMatch(/^[- ]+$/);
    const table = lines.filter((line) => !line.startsWith('Left out: '));
    const contenders = table.filter((line) => line.startsWith('  '));
    expect(table.filter((line) => !line.startsWith('  '))).toEqual([
      'spec.call',
      'spec.call, class-validator DTO',
      'DTO classes among 10,000 others',
      'spec.exec, toolkit.execute',
      'toolkit.callTool, JSON text in, text out',
      'With bindings, a signal, a time limit, middleware, a subscriber',
      'What adds to the cost of a spec.call',
      'Rejecting bad arguments, full message',
      'spec.stream, per chunk',
      'spec.iterate, per chunk',
      'Building specs for 10,000 tools, per tool',
      'Building specs with a DTO class each, per tool',
      'First call of a tool',
      'getJsonSchemas() of 10,000 tools, unchanged',
      'Memory per idle tool, session and ended call',
      'Importing, over an empty Node process',
      'Bundles, minified and gzipped',
      'Calling a tool of NestJS with a guard, an interceptor and a filter',
      'Calling a tool over MCP on loopback HTTP, 8 at a time, per call',
      'Answering a request of MCP 2026-07-28 through fetch, per request',
      'Calling a tool of an MCP server over stdio, per call',
      '1,000 parallel calls of a tool that waits 1 ms',
      'toolkit.execute, nested DTOs, after 100 results of 10 kB',
    ]);
    for (const line of contenders) expect(line).toMatch(/ -?\d+(\.\d)? (ns|µs|ms|bytes)( |$)/);
    for (const line of contenders.filter((one) => / ≤ [\d.]+ ×/.test(one))) expect(line).toMatch(/ -?\d+\.\d\d × /);
  }, 300_000);

  it('measure only the named rows, and without peers on request', () => {
    const { stdout, status } = run([main, '--smoke', '--no-peers', '--row', 'exec', '--row', 'text']);
    expect(status).toBe(0);
    const contenders = stdout.split('\n').filter((line) => line.startsWith('  '));
    expect(contenders.map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
      'floor: ajv, then the method',
      'by hand: a result, timed and frozen',
      'spec.exec',
      'toolkit.execute',
      'JSON.parse, the floor, JSON.stringify',
      'toolkit.callTool',
    ]);
  }, 60_000);

  it('list the available rows when an unknown one is named', () => {
    const { stderr, status } = run([main, '--smoke', '--row', 'nonsense']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^There is no row 'nonsense'\. The rows are call, dto, .*parallel, flow\.\n$/);
  });

  it('compare this build with that of another revision, and remove all temporary files', () => {
    const before = worktrees();
    const { stdout, stderr, status } = run([compare, '--smoke', '--row', 'exec', 'HEAD']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, , titles = '', , ...lines] = stdout.trimEnd().split('\n');
    expect(titles).toMatch(/^contender +[0-9a-f]{7,} +here +ratio$/);
    expect(lines[0]).toBe('spec.exec, toolkit.execute');
    for (const line of lines.slice(1))
      expect(line).toMatch(/ \d+(\.\d)? (ns|µs|ms) +\d+(\.\d)? (ns|µs|ms) +\d+\.\d\d ×$/);
    expect(lines).toHaveLength(5);
    expect(worktrees()).toBe(before);
  }, 180_000);

  it('print the cost of schemas from types', () => {
    const generate = join(root, 'bench/.build/generate.js');
    const { stdout, stderr, status } = run([generate, '--smoke']);
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

  it('measure what the types of tools cost the compiler', () => {
    const { stdout, stderr, status } = run([types, '--smoke']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n').slice(3);
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual([
      'decorators that only describe',
      'options of @Param()',
      'zod schemas of @Tool()',
      'a typed toolkit',
      'all of them',
    ]);
    const instantiations = lines.map((line) => Number(line.match(/([\d,]+) instantiations$/)?.[1]?.replace(',', '')));
    expect(Math.max(...instantiations)).toBe(instantiations.at(-1));
  }, 60_000);
});
