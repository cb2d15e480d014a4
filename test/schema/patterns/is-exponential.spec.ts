import { ToolSpec } from 'toolwright';
import { isExponential } from '../../../src/schema/patterns/is-exponential.js';
import { expectCpuMsBelow } from '../../support/cpu-time.js';
import { warningsOf } from '../../support/process-warnings.js';

describe('a pattern', () => {
  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|ab|b)*$',
    '(x+x+)+y',
    '^(?:a+)+$',
    '^x|(c+)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(\\w+\\s?)*$',
    '^(\\w+-?)+$',
    '^(\\s*\\w+\\s*)+$',
    '^([a-z]{1,20}){1,20}$',
    '^(.*)*$',
    '^(\\p{L}+|\\w)+$',
    '^(\\d|[0-4])+$',
    '^(a?b?)*$',
    '^(a+){10,}$',
    '^(a{2,})*$',
    '^(a{1,10})*$',
    '^(a+?)*$',
    '^(a?b+)*$',
    '^(?:a+(?:b|c?))+$',
    '^(😀|[\\u{1F600}])+$',
    '^(a(?=b)|a)+$',
    '^((?<=x)a|a)+$',
    '^((?!b)a|\\ba)+$',
    '^(^a|a$|a)+$',
    '^(\\.|[.!])+$',
    `^(?:${'b'.repeat(39)}|(?:a+)+)$`,
  ])('is exponential: %s', (pattern) => {
    expect(isExponential(pattern)).toBe(true);
  });

  it.each([
    '^[a-z]+$',
    '^[a-z]+(-[a-z]+)*$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^(red|green|blue)+$',
    '^(?:[A-Z]{2})?$',
    '^\\p{L}+( \\p{L}+)*$',
    '^[^@\\s]+@[^@\\s]+$',
    '^([0-9a-f]{2}:){5}[0-9a-f]{2}$',
    '^(?=.*[0-9])(?=.*[a-z]).+$',
    '.*.*.*=.*',
    '^(\\\\[\\s\\S]|[^\\\\])*$',
    '^(a{2}){30}$',
    '^("[^"]*",)*$',
    '^(\\(\\d+\\))*$',
    '^([^)]+\\))*$',
    '^(\\u0041b)*$',
    '',
    '(a+)b',
    '^(ab?)+$',
    '^(a{1,9})*$',
    '^(a{10})*$',
    '^(a{10,10}b)*$',
    '^(a{0,9}b)*$',
    '^(a|)+$',
    '^(?:a+(?:b|c))+$',
    '^(?:(?=x)a)+$',
    '^(?:^a|\\bb)+$',
    '^(?:a$|b)+$',
    '^(?:a+^b)+$',
    '^(?:[a-z]+\\b,)+$',
    '^(?:\\^+a)+$',
    '^(?:\\$+\\()+$',
    '^(?:[()]+a)+$',
    `^(?:${'b'.repeat(40)}|(?:a+)+)$`,
  ])('is not exponential: %s', (pattern) => {
    expect(isExponential(pattern)).toBe(false);
  });

  it('that is too large is not analysed', () => {
    expect(isExponential(`^(${'ab'.repeat(30)}+)+$`)).toBe(false);
  });
});

describe('a dense pattern', () => {
  it.each([`^(${'a?'.repeat(38)})+$`, `^(${'[a-z]-?'.repeat(18)}!)+$`, `^(${'(?:a|b)'.repeat(19)}c)+$`])(
    'is analysed in a short time: %s',
    async (pattern) => {
      await expectCpuMsBelow(2_000, () => isExponential(pattern));
    },
  );
});

describe('the definition of a tool', () => {
  const inputSchema = { type: 'object', properties: { name: { type: 'string', pattern: '^(a+)+$' } } } as const;
  const executor = { kind: 'test', execute: () => undefined };

  it('emits a warning if a pattern is exponential, and says what to do', async () => {
    const warnings = await warningsOf(() => ToolSpec.create({ name: 'tool', inputSchema, executor }));
    expect(warnings).toEqual([
      'tool: the pattern "^(a+)+$" can take exponential time to match, so that arguments can block the process. Set ' +
        "patterns: 'linear' in the options of the tool, or write the pattern without ambiguity.",
    ]);
  });

  it('emits a warning for the names of patternProperties, and none for other patterns', async () => {
    const { name } = inputSchema.properties;
    const properties = {
      a: { type: 'string', pattern: '^a+$' },
      b: { type: 'string' },
      c: { ...name, maxLength: 5 },
    } as const;
    const open = { type: 'object', properties, patternProperties: { '^(x*)*$': true, '^y': true } } as const;
    const warnings = await warningsOf(() => ToolSpec.create({ name: 'tool', inputSchema: open, executor }));
    expect(warnings.map((warning) => /the pattern "([^"]*)"/.exec(warning)?.[1]).sort()).toEqual([
      '^(a+)+$',
      '^(x*)*$',
    ]);
  });

  it("emits none with patterns: 'linear'", async () => {
    const options = { name: 'tool', inputSchema, executor, patterns: 'linear' } as const;
    expect(await warningsOf(() => ToolSpec.create(options))).toEqual([]);
  });
});
