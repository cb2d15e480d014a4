import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.js';

const picture = readFileSync(join(root, 'docs/images/terminal.svg'), 'utf8');

describe('the recording in README.md', () => {
  it('shows what the command prints', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, '.ci/record.mjs'), '--check'], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  }, 120_000);

  it('is small, does not move if motion is unwanted, and can be read aloud', () => {
    expect(picture.length).toBeLessThan(300_000);
    expect(picture).toContain('prefers-reduced-motion: reduce');
    expect(picture).toMatch(/<desc id="description">\$ toolwright list shop\.ts\n/);
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(/!\[[^\]]{20,}\]\(docs\/images\/terminal\.svg\)/);
  });
});
