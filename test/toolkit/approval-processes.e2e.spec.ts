import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PendingApproval } from 'toolwright';
import { root, runNode } from '../support/repository.js';

/** Runs in its own process: defers the call, or resumes it twice, and prints the result. */
const office = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pendingApprovalOf, Toolkit, ToolSpec } from 'toolwright';
const [token, claims] = process.argv.slice(1);
const claimApproval = (id) => {
  try {
    writeFileSync(join(claims, id), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};
const toolkit = new Toolkit({ approvalKey: 'k'.repeat(32), approver: () => 'later', claimApproval });
const params = { to: { type: String }, amount: { type: Number } };
const transfer = (to, amount) => 'sent ' + amount + ' to ' + to;
toolkit.register(ToolSpec.fromFunction(transfer, { name: 'transfer', params, needsApproval: true }));
const auth = { id: 'u1' };
const shown = [];
if (token === 'ask') shown.push(pendingApprovalOf(await toolkit.execute('transfer', { to: 'ann', amount: 20 }, { auth })));
else for (let time = 0; time < 2; time++) shown.push((await toolkit.resumeApproval(token, 'approve', { auth })).toText());
console.log(JSON.stringify(shown));
`;

describe('resumeApproval', () => {
  it('runs the call once in processes that share only the key', () => {
    const claims = mkdtempSync(join(tmpdir(), 'toolwright-claims-'));
    try {
      const [pending] = officeProcess('ask', claims);
      const { token } = pending as PendingApproval;
      expect(officeProcess(token, claims)).toEqual([
        'sent 20 to ann',
        "This approval of 'transfer' cannot be used: it has been used.",
      ]);
      expect(officeProcess(token, claims)[0]).toBe("This approval of 'transfer' cannot be used: it has been used.");
      expect(officeProcess(`${token}x`, claims)[0]).toContain('it was changed');
    } finally {
      rmSync(claims, { recursive: true });
    }
  }, 120_000);
});

function officeProcess(token: string, claims: string): readonly unknown[] {
  const args = ['--input-type=module', '-e', office, token, claims];
  return JSON.parse(runNode(args, { cwd: root })) as readonly unknown[];
}
