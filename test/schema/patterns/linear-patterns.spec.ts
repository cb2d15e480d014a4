import { type JsonSchema, ToolSpec } from 'toolwright';
import { expectCpuMsBelow } from '../../support/cpu-time.js';
import { fc, runs } from '../../support/fast-check.js';

const executor = { kind: 'test', execute: () => undefined };

function createSpec(schema: JsonSchema): ToolSpec {
  const inputSchema: JsonSchema = { type: 'object', properties: { text: schema } };
  const spec = ToolSpec.create({ name: 'tool', inputSchema, executor, patterns: 'linear' });
  spec.warmUp();
  return spec;
}

async function matches(pattern: string, text: string): Promise<boolean> {
  return (await createSpec({ type: 'string', pattern }).validate({ text })).ok;
}

const usual = [
  ['^[a-z]+$', ['abc', 'ABC', '']],
  ['^\\d{4}-\\d{2}-\\d{2}$', ['2026-11-22', '2026-11-2', '٢٠٢٦-١١-٢٢']],
  ['\\s', ['a b', '\u00a0', '\ufeff', '\u2028', '\v', '\u180e', 'ab']],
  ['^\\S+$', ['ab', 'a b', '\u00a0', '\ufeff', '\u2028', '\v', '🫖']],
  ['^[^\\s,]+$', ['ab', 'a\u00a0b', 'a,b']],
  ['^[\\S\\n]+$', ['a\nb', 'a b', '\n']],
  ['^a.b$', ['a-b', 'a\nb', 'a\rb', 'a\u2028b', 'a\u2029b', 'a🫖b']],
  ['^[.]$', ['.', 'a']],
  ['^\\p{L}+$', ['é', 'Ω茶', '1']],
  ['^\\p{Letter}\\P{Number}$', ['aa', 'a1', '1a']],
  ['^\\p{Script=Greek}+$', ['αβγ', 'abc']],
  ['^\\p{Alphabetic}$', ['a', 'é', '1']],
  ['^\\u{1F600}$', ['😀', 'u']],
  ['^\\u00e9$', ['é', 'e']],
  ['^(?<year>\\d+)$', ['12', 'x']],
  ['^(?:red|green)?$', ['red', 'green', '', 'blue']],
  ['^[^]$', ['a', '\n', '']],
  ['^\\[\\.\\]$', ['[.]', '[a]']],
  ['\\bword\\b', ['a word', 'swords', 'é word']],
  ['^a{2,3}$', ['a', 'aa', 'aaa', 'aaaa']],
  ['^$', ['', '\n']],
  ['^a$', ['a', 'a\n', 'b\na']],
] as const;

describe("patterns: 'linear'", () => {
  it.each(usual)('matches as JavaScript does: %s', async (pattern, texts) => {
    for (const text of texts) {
      expect({ text, isMatch: await matches(pattern, text) }).toEqual({
        text,
        isMatch: new RegExp(pattern, 'u').test(text),
      });
    }
  });

  it('matches generated patterns as JavaScript does', async () => {
    const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\w', '\\s', '[ab]', '[^a]', '\\p{Lu}', '\\.', 'é', '(a|b)');
    const piece = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '*?'));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.flat().join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '1', ' ', '.', 'é', '\n', '\u00a0'), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pattern, text, fc.boolean(), async (source, value, isWhole) => {
        const anchored = isWhole ? `^(?:${source})$` : source;
        expect(await matches(anchored, value)).toBe(new RegExp(anchored, 'u').test(value));
      }),
      { numRuns: runs(10) },
    );
  });

  it.each(['(?=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '^\\p{scx=Greek}$'])(
    'refuses a pattern that has no linear-time form: %s',
    (pattern) => {
      expect(() => createSpec({ type: 'string', pattern })).toThrow(
        /^tool: the pattern .* cannot be matched in linear time/,
      );
    },
  );

  it('refuses the names of patternProperties, too', () => {
    expect(() => createSpec({ patternProperties: { '(?=a)': true } })).toThrow(/cannot be matched in linear time/);
  });

  it.each(['a{9000}b{9000}', '((a{100}){100}){100}', `(${'a|'.repeat(9_000)}b)`, 'x'.repeat(20_000), '(?:a{200}){99}'])(
    'refuses a pattern with too many states before it compiles it: case %#',
    async (pattern) => {
      await expectCpuMsBelow(500, () => {
        expect(() => createSpec({ type: 'string', pattern })).toThrow(/states; at most 10000 are allowed/);
      });
    },
  );

  it('matches a pattern that is exponential in other engines', async () => {
    expect(await matches('^(a+)+$', `${'a'.repeat(1_000)}!`)).toBe(false);
    expect(await matches(`${'(a|[ab])'.repeat(34)}c`, 'a'.repeat(40))).toBe(false);
  });

  it('refuses a text that is too long for its pattern, and names both', async () => {
    const result = await createSpec({ type: 'string', pattern: '^(?:a|b)+$' }).validate({ text: 'a'.repeat(900_000) });
    expect(result).toEqual({
      ok: false,
      issues: [
        {
          path: '/text',
          message: 'is too long for the pattern "^(?:a|b)+$": matching takes more than 2000000 steps (patternWork)',
          rule: 'limit',
        },
      ],
    });
  });

  it('is an option of each way to define a tool', async () => {
    const pattern = '^(a+)+$';
    const hello = ToolSpec.fromFunction((text: string) => text, {
      name: 'hello',
      params: { text: { type: String, pattern } },
      patterns: 'linear',
    });
    expect((await hello.validate({ text: `${'a'.repeat(1_000)}!` })).ok).toBe(false);
    expect((await hello.exec({ text: 'aa' })).data).toBe('aa');
    expect(() => ToolSpec.create({ name: 'x', executor, patterns: 'fast' as 'linear' })).toThrow(
      "x: patterns must be 'native' or 'linear', not \"fast\".",
    );
  });
});
