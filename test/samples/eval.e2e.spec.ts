import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/repository.js';

const folder = join(root, 'samples/eval');
const built = join(root, 'samples/.build/eval');

describe('the sample of an evaluation', () => {
  it('replays recorded answers, one of which confuses two tools', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(built, 'main.js')], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`wrong  A-3 was broken. I want my money back.
       called cancelOrder, not refundOrder
ok     Thank you, bye!

expected     called       times
refundOrder  cancelOrder  1

7 cases: right tool 6, right arguments 6, errors 0
`);
  });

  it('has the answers that its scripted model gives', () => {
    const target = mkdtempSync(join(tmpdir(), 'sample-eval-'));
    try {
      cpSync(join(folder, 'cases.yaml'), join(target, 'cases.yaml'));
      const command = join(root, 'dist/build/cli/main.js');
      const model = `"${process.execPath}" "${join(built, 'scripted-model.js')}"`;
      const args = [join(built, 'shop.js'), 'cases.yaml', '--model', model, '--record', 'answers.json'];
      spawnSync(process.execPath, [command, 'eval', ...args], { cwd: target });
      const recorded = readFileSync(join(target, 'answers.json'), 'utf8');
      expect(recorded).toBe(readFileSync(join(folder, 'answers.json'), 'utf8'));
    } finally {
      rmSync(target, { recursive: true });
    }
  });
});
