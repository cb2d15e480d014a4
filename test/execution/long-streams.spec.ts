import { buildPackage, root, runNode } from '../support/repository.js';

// In a process of its own: what else a test process holds would be looked through with each million of strings.
const code = `
  import { ToolSpec } from 'toolwright';
  const spec = ToolSpec.fromFunction(function* count() {
    for (let at = 0; at < 1_000_000; at++) yield at % 2 === 0 ? 'ab' : 'é';
  });
  const result = await spec.exec();
  process.stdout.write(JSON.stringify([result.success, result.toText() === 'abé'.repeat(500_000)]));`;

// What was joined again with each chunk would take hours.
it('a stream of 1,000,000 chunks is joined', () => {
  buildPackage();
  expect(JSON.parse(runNode(['--input-type=module', '-e', code], { cwd: root }))).toEqual([true, true]);
}, 120_000);
