import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest, root } from './support/repository.js';

describe('the script before publishing', () => {
  it('runs before `npm publish`', () => {
    expect(readManifest()).toMatchObject({ scripts: { prepublishOnly: 'node .ci/check-repository.mjs' } });
  });

  it.each([
    ['refuses the placeholder of an owner', 'OWNER', 1, "'OWNER' in repository, homepage and bugs is a placeholder"],
    ['accepts an owner', 'kettle', 0, ''],
  ])('%s', (_, owner, status, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
    const url = `https://github.com/${owner}/toolwright`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ repository: { url }, homepage: url, bugs: url }));
    const script = join(root, '.ci/check-repository.mjs');
    const check = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(check.stderr).toContain(message);
    expect(check.status).toBe(status);
  });
});
