import { containsPattern, matchesSchema } from '../../src/schema/class-validator/pattern-text.js';

describe('matchesSchema', () => {
  it.each<[string, unknown, unknown, object]>([
    ['a pattern', /^a+$/, undefined, { pattern: '^a+$' }],
    ['a pattern for all of Unicode', /^\p{L}$/u, undefined, { pattern: '^\\p{L}$' }],
    ['flags that change nothing', /a/dg, undefined, { pattern: 'a' }],
    ['flags that JSON Schema does not know', /a/i, undefined, { description: 'Matches /a/i.' }],
    ['a text', '^a', undefined, { pattern: '^a' }],
    ['a text with flags', 'a', 'i', { description: 'Matches /a/i.' }],
    ['a text with flags that are none', 'a', 5, { pattern: 'a' }],
    ['a text that is no pattern', '(', undefined, {}],
    ['something else', 5, undefined, {}],
    ['backslashes that need not be', /@-#/, undefined, { pattern: '@-#' }],
    ['a backslash that a class needs', /[a\-z]-/, undefined, { pattern: '[a\\-z]-' }],
    ['backslashes that are needed', /\^\$\.\*\d\w\\\//, undefined, { pattern: '\\^\\$\\.\\*\\d\\w\\\\\\/' }],
    ['brackets behind a backslash', /\[-\]/, undefined, { pattern: '\\[-\\]' }],
    ['what only patterns without u may say', /a{/, undefined, { description: 'Matches /a{/.' }],
  ])('says %s', (_, pattern, modifiers, schema) => {
    expect(matchesSchema(pattern, modifiers)).toEqual(schema);
  });
});

describe('containsPattern', () => {
  it('escapes special characters', () => {
    const seed = '^$.*+?()[]{}|/\\-a';
    const pattern = containsPattern(seed);
    expect(pattern).toBeDefined();
    expect(new RegExp(pattern ?? '', 'u').test(`x${seed}y`)).toBe(true);
    expect(new RegExp(pattern ?? '', 'u').test(seed.slice(1))).toBe(false);
    expect(containsPattern('a.b')).toBe('a\\.b');
  });

  it.each(['', 5, undefined, '\uD83D'])('returns undefined for %p', (seed) => {
    expect(containsPattern(seed)).toBeUndefined();
  });
});
