import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const folder = join(root, 'samples/one-class');
const run = promisify(execFile);
const programs = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'shop.ts')
  .map((file) => file.replace('.ts', ''));

describe('the sample one-class', () => {
  let output: readonly string[] = [];

  beforeAll(async () => {
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    const { stdout, stderr } = await run(process.execPath, [join(folder, 'run.mjs')]);
    expect(stderr).toBe('');
    output = stdout.trimEnd().split('\n');
  });

  it('has a program for each of five agents', () => {
    expect(programs).toEqual(['ai-sdk', 'langgraph', 'mcp-host', 'nest', 'openai-agents']);
    expect(output).toHaveLength(programs.length);
  });

  it.each(programs)('orders with an approval in %s', (name) => {
    expect(output).toContain(`${name}: Ordered 2 of pot for 24 euros.`);
  });

  it.each(programs)('shares nothing but the class with other programs: %s', (name) => {
    const source = readFileSync(join(folder, `${name}.ts`), 'utf8');
    const own = [...source.matchAll(/from '(\..*?)'/g)].map(([, specifier]) => specifier);
    expect(own).toEqual(['./shop.js']);
  });
});
