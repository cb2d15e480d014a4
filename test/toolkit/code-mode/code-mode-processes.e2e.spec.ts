import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runNode } from '../../support/repository.js';

/** Runs in its own process: runs a program until it waits, or decides on its call. Each call adds a line to a file. */
const office = `
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pendingApprovalsOf, Toolkit, ToolSpec } from 'toolwright';
import { FolderSnapshotStore, QuickJsEngine } from 'toolwright/sandbox';
const [folder, token, decision, extra] = process.argv.slice(1);
const claimApproval = (id) => {
  try {
    writeFileSync(join(folder, 'claim-' + id), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};
const toolkit = new Toolkit({ approvalKey: 'k'.repeat(32), claimApproval });
const tool = (name, options) => ToolSpec.fromFunction(
  (value) => { appendFileSync(join(folder, 'calls'), name + ' ' + value + '\\n'); return name + ' ' + value; },
  { name, params: { value: { type: String } }, ...options },
);
toolkit.register([tool('read'), tool('count'), tool('send', { needsApproval: true })]);
if (extra) toolkit.register(tool('late'));
toolkit.enableCodeMode({ engine: new QuickJsEngine(), snapshots: new FolderSnapshotStore(join(folder, 'programs')) });
const code = \`
let state = 'before';
const ends = await Promise.all([tools.read({ value: 'a' }), tools.count({ value: 'b' }), tools.send({ value: 'c' }).catch((error) => error.code)]);
[state, ...ends, await tools.read({ value: 'd' })]\`;
if (token === 'run') {
  const paused = await toolkit.execute('run_code', { code }, { auth: { id: 'u1' } });
  console.log(JSON.stringify(pendingApprovalsOf(paused)[0] ?? paused.toText()));
  // The process is killed while the program waits.
  process.kill(process.pid, 'SIGKILL');
}
const result = await toolkit.resumeApproval(token, JSON.parse(decision), { auth: { id: 'u1' } });
console.log(JSON.stringify(result.data?.value ?? result.error));
process.exit();
`;

describe('a program that waits for an approval', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolwright-waiting-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const argsOf = (...args: readonly string[]) => ['--input-type=module', '-e', office, folder, ...args];
  const pause = (): { token: string } => {
    const { stdout, signal } = spawnSync(process.execPath, argsOf('run'), { cwd: root, encoding: 'utf8' });
    expect(signal).toBe('SIGKILL');
    return JSON.parse(stdout);
  };
  const decide = (token: string, decision: unknown): unknown =>
    JSON.parse(runNode(argsOf(token, JSON.stringify(decision)), { cwd: root }));
  const calls = (): readonly string[] => readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n').sort();

  it.each([
    ['approved', 'approve', 'send c', ['send c']],
    ['edited', { kind: 'approve', input: { value: 'e' } }, 'send e', ['send e']],
    ['denied', 'deny', 'denied', []],
  ])(
    'continues in another process when it is %s, and runs each call once',
    (_, decision, end, sent) => {
      const { token } = pause();
      expect(decide(token, decision)).toEqual(['before', 'read a', 'count b', end, 'read d']);
      expect(calls()).toEqual(['count b', 'read a', 'read d', ...sent].sort());
      expect(decide(token, decision)).toMatchObject({ code: 'denied' });
      expect(calls()).toHaveLength(3 + sent.length);
    },
    60_000,
  );
});
