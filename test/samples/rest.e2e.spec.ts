import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { document } from '../../samples/rest/library-service.js';
import { root } from '../support/repository.js';

const main = join(root, 'samples/.build/rest/main.js');

async function run(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args], { timeout: 60_000 });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

describe('the sample of HTTP tools', () => {
  it('imports the document of a service, and calls its tools', async () => {
    const lines = await run();
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^listBooks\(.*\): Lists the books that have all tags\.$/),
      expect.stringMatching(/^addBook\(.*\): Adds a book\.$/),
      expect.stringMatching(/^removeBook\(.*\): Removes a book\.$/),
    ]);
    const [added, invalid, listed, removed, missing] = lines
      .slice(3)
      .join('\n')
      .split(/\n(?=\w+ \{)/);
    expect(added).toContain('"title":"Streams"');
    expect(invalid).toContain('title');
    expect(listed).toContain('"isbn":"1"');
    expect(removed).toMatch(/^removeBook \{"isbn":"1"\} → /);
    expect(missing).toContain('There is no book 1.');
  });

  it('imports the documents of a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sample-rest-'));
    try {
      writeFileSync(
        join(folder, 'library.json.gz'),
        gzipSync(JSON.stringify({ ...document, servers: [{ url: 'https://a.example' }] })),
      );
      const lines = await run(folder);
      expect(lines).toContain('library.json.gz: 3 tools in 1 groups, 0 quarantined');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
