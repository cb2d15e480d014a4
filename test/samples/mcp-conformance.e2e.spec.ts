import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, typescriptFiles } from '../support/repository.js';

describe('the official conformance suite', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolwright-conformance-'));
  }, 120_000);

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is passed by one endpoint through `node` and through `fetch`, and by the sample client', () => {
    const run = join(root, 'samples/.build/mcp-conformance/run.js');
    // `npm run test:conformance` runs the older revision too.
    const { status, stdout } = spawnSync(process.execPath, [run, '2026-07-28'], { cwd: folder, encoding: 'utf8' });
    expect(stdout.split('\n').filter((line) => / of \d+ scenarios/.test(line))).toEqual([
      'Server by node, 2026-07-28: 37 of 37 scenarios',
      'Skills, server by node: 3 of 3 scenarios',
      'Not scored, server by node: 13 of 13 scenarios',
      'Tasks, server by node: 10 of 10 scenarios',
      'Server by fetch, 2026-07-28: 37 of 37 scenarios',
      'Skills, server by fetch: 3 of 3 scenarios',
      'Not scored, server by fetch: 13 of 13 scenarios',
      'Tasks, server by fetch: 10 of 10 scenarios',
      'Client, 2026-07-28: 32 of 32 scenarios',
      'Skills, client: 4 of 4 scenarios',
      'Client, not scored, 2026-07-28: 7 of 7 scenarios',
    ]);
    expect(status).toBe(0);
  }, 480_000);

  it('fails for a server that does not exist, and the run reports it', () => {
    const run = join(root, 'samples/.build/mcp-conformance/run.js');
    const env = { ...process.env, MCP_CONFORMANCE_SERVER: 'http://127.0.0.1:9/mcp' };
    const { status, stdout } = spawnSync(process.execPath, [run, 'server', '2025-11-25'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    expect(stdout).toMatch(/Server by node, 2025-11-25: \d of 30 scenarios/);
    expect(status).toBe(1);
  }, 120_000);
});

describe('the conformance sample', () => {
  it('has only decorated methods as tools, resources, prompts and completions', () => {
    const sources = typescriptFiles('samples/mcp-conformance').map((file) => readFileSync(join(root, file), 'utf8'));
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.join('\n')).not.toMatch(/CallToolRequest|ListToolsRequest|registerTool|tools\/(list|call)|\.tool\(/);
    expect(sources.join('\n')).not.toMatch(/register(Resource|Prompt)|(Resource|Prompt|Complete)Request|sdk\/server/);
    expect(sources.join('\n').match(/@Tool\(/g)?.length).toBe(14 + 13 + 7);
    expect(sources.join('\n').match(/@(Resource|Prompt|Complete)\(/g)?.length).toBe(4 + 5 + 1);
  });
});
