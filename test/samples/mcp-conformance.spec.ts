import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSamples, root, typescriptFiles } from '../support/repository.js';

describe('the official conformance suite', () => {
  let folder = '';

  beforeAll(() => {
    buildSamples();
    folder = mkdtempSync(join(tmpdir(), 'toolwright-conformance-'));
  }, 120_000);

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['active', 30],
    ['all', 32],
  ])(
    'is passed by the sample server: the %s scenarios',
    (suite, count) => {
      const run = join(root, 'samples/.build/mcp-conformance/run.js');
      const { status, stdout } = spawnSync(process.execPath, [run, '--suite', suite], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stdout).toContain(`Server, 2025-11-25: ${count} of ${count} scenarios`);
      expect(status).toBe(0);
    },
    120_000,
  );
});

describe('the conformance sample', () => {
  it('has tools as decorated methods alone', () => {
    const sources = typescriptFiles('samples/mcp-conformance').map((file) => readFileSync(join(root, file), 'utf8'));
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.join('\n')).not.toMatch(/CallToolRequest|ListToolsRequest|registerTool|tools\/(list|call)|\.tool\(/);
    expect(sources.join('\n').match(/@Tool\(/g)?.length).toBe(14);
  });
});
