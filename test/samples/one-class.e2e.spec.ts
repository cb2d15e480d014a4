import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const folder = join(root, 'samples/one-class');
const run = promisify(execFile);
const programs = ['ai-sdk', 'openai-agents', 'nest', 'mcp-host'];

describe('the sample one-class', () => {
  beforeAll(async () => {
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  });

  it.each(programs)('orders with an approval in %s', async (name) => {
    const { stdout, stderr } = await run(process.execPath, [join(folder, '.build', `${name}.js`)], { timeout: 60_000 });
    expect({ stdout, stderr }).toEqual({ stdout: 'Ordered 2 of pot for 24 euros.\n', stderr: '' });
  });

  it.each(programs)('shares nothing but the class with other programs: %s', (name) => {
    const source = readFileSync(join(folder, `${name}.ts`), 'utf8');
    const own = [...source.matchAll(/from '(\..*?)'/g)].map(([, specifier]) => specifier);
    expect(own).toEqual(['./shop.js']);
  });
});
