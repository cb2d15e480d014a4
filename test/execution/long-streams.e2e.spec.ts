import { root, runNode } from '../support/repository.js';

/** The result of each way to read a call: the number of chunks, and the final text. */
const ways = {
  exec: 'const result = await spec.exec(); return [undefined, result.toText()];',
  stream: 'return observe(spec.stream());',
  iterate: 'for await (const response of spec.iterate()) see(response); return [chunks, text];',
  callTool: "return observe(toolkit.callTool({ name: 'count', input: {} }));",
};

// Runs in a separate process, because garbage collections are slow in the heap of a test process.
const codeOf = (way: keyof typeof ways): string => `
  import { Toolkit, ToolSpec } from 'toolwright';
  const spec = ToolSpec.fromFunction(function* count() {
    for (let at = 0; at < 1_000_000; at++) yield at % 2 === 0 ? 'ab' : 'é';
  });
  const toolkit = new Toolkit();
  toolkit.register(spec);
  let [chunks, text] = [0, ''];
  const see = (response) => {
    if (response.isLast) text = response.content.map((block) => block.text).join('');
    else chunks++;
  };
  const observe = (responses) => new Promise((resolve, reject) => {
    responses.subscribe({ next: see, error: reject, complete: () => resolve([chunks, text]) });
  });
  const read = async () => { ${ways[way]} };
  const [seen, whole] = await read();
  process.stdout.write(JSON.stringify({ chunks: seen, isWhole: whole === 'abé'.repeat(500_000) }));`;

// Joining all text again for each chunk would take hours.
describe('a stream of 1,000,000 chunks', () => {
  it.each(['exec', 'stream', 'iterate', 'callTool'] as const)(
    'arrives completely by %s',
    (way) => {
      const printed = runNode(['--input-type=module', '-e', codeOf(way)], { cwd: root });
      expect(JSON.parse(printed)).toEqual({ ...(way === 'exec' ? {} : { chunks: 1_000_000 }), isWhole: true });
    },
    120_000,
  );
});
