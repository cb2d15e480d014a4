import { ToolSpec } from 'toolwright';

// What is joined again with each chunk would take hours.
it('a stream of 1,000,000 chunks is joined', async () => {
  const spec = ToolSpec.fromFunction(function* count() {
    for (let at = 0; at < 1_000_000; at++) yield at % 2 === 0 ? 'ab' : 'é';
  });
  const result = await spec.exec();
  expect(result.success).toBe(true);
  expect(result.toText()).toBe('abé'.repeat(500_000));
}, 60_000);
