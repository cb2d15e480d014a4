import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

describe('the sample of a configured project', () => {
  it('runs an agent whose tools, tool sets and skill are files', async () => {
    const main = join(root, 'samples/.build/configured/main.js');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [main], { timeout: 60_000 });
    expect(stderr).toBe('');
    expect(stdout).toContain('- refunds: How to refund an order.\n');
    expect(stdout.trimEnd().split('\n').slice(-6)).toEqual([
      expect.stringMatching(/^read_skill \{"name":"refunds"\} → "1\. Read the order with get_order\./),
      'get_order {"id":"A-1"} → {"id":"A-1","item":"tea","amount":20}',
      'add_tax {"amount":20} → 23.8',
      'notes__add {"text":"Refund A-1"} → "There are 1 notes."',
      'refund_order {"id":"A-1","amount":23.8} → {"id":"A-1","refunded":23.8}',
      'I have refunded 23.80 euros.',
    ]);
  });
});
