import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './support/repository.js';

/** Specs that generate code themselves: with ajv, their oracle, or by evaluating what a compiler emits. */
const specsThatGenerateCode = [
  'test/schema/dates',
  'test/schema/dto/dto-equivalence',
  'test/schema/dto/golden',
  'test/schema/dto/rule-table',
  'test/schema/interpreter/same-issues',
  'test/schema/json-schema/edit-schema',
  'test/schema/json-schema/normalize-verdicts',
  'test/schema/typed/generated-source',
];

/** Runs unit specs with jest. Each spec fails at once if its modules can generate code from strings. */
function runSpecs(
  paths: readonly string[],
  options: readonly string[],
): { readonly ok: boolean; readonly out: string } {
  const args = [
    ...['--disallow-code-generation-from-strings', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
    ...['--selectProjects', 'unit', '--setupFiles', join(root, 'test/support/expect-no-code-generation.cjs')],
    ...['--testPathIgnorePatterns', '/node_modules/', ...specsThatGenerateCode, ...options, '--', ...paths],
  ];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  return { ok: status === 0, out: stdout + stderr };
}

const environment = ['--env', join(root, 'test/support/no-code-generation.cjs')];

describe('a runtime that disallows code generation from strings', () => {
  it('passes the unit tests of specs, schemas and calls', () => {
    const { ok, out } = runSpecs(['test/spec/', 'test/schema/', 'test/execution/'], environment);
    const [, passed = '0'] = /^Tests: +(?:\d+ \w+, )*(\d+) passed/m.exec(out) ?? [];
    expect({ ok, out: ok ? '' : out }).toEqual({ ok: true, out: '' });
    expect(Number(passed)).toBeGreaterThan(2_500);
  }, 900_000);

  it('is what these tests run in: without the environment, they fail', () => {
    const { ok, out } = runSpecs(['test/spec/access.spec.ts'], []);
    expect(ok).toBe(false);
    expect(out).toContain('Code can be generated from strings');
  });
});
