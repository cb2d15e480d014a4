import { join } from 'node:path';
import { root, runNode } from '../support/repository.js';

describe('the code mode sample', () => {
  it('calls tools of 108 by a program, which continues after an approval', () => {
    const output = runNode([join(root, 'samples/.build/code-mode/main.js')], { cwd: root });
    expect(output).toContain('It can call 108 tools.');
    const [, tokens] = /run_code: (\d+) tokens/.exec(output) ?? [];
    expect(Number(tokens)).toBeLessThan(1_500);
    expect(output).toContain('Waits for: oslo__order {"article":"pot","count":6}\nOrders so far: 0\n');
    const [, value = ''] = /After the approval:\n(.*)/.exec(output) ?? [];
    expect(JSON.parse(value)).toEqual({
      value: { order: { branch: 'oslo', article: 'pot', count: 6 }, open: 1 },
      logs: ['in stock: {"berlin":6,"oslo":4,"rome":4}'],
    });
  }, 60_000);
});
