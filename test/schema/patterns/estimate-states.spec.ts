import { RE2JS } from 're2js';
import { estimateStates } from '../../../src/schema/patterns/estimate-states.js';
import { translatePattern } from '../../../src/schema/patterns/translate-pattern.js';

function statesOf(pattern: string): number {
  return RE2JS.compile(RE2JS.translateRegExp(translatePattern(pattern))).programSize();
}

describe('estimateStates', () => {
  it.each([
    'abc',
    '^[a-z]+$',
    'a{30}b',
    '(a{10}){10}',
    '((a{5}){5}){5}',
    '(a|b|c){30}',
    'a{0,99}',
    'a{3,}',
    'a{5}?b*?',
    '[{9}]{9}',
    '\\{9\\}{4}',
    '\\p{L}{1,99}\\d',
    '\\u{1F600}{7}',
    '(?:x(?:y{3}){3}){3}',
    '(?<name>a{4}){4}',
  ])('is close to the number of states that %s compiles to', (pattern) => {
    const states = statesOf(pattern);
    expect(estimateStates(pattern)).toBeGreaterThan(states / 4);
    expect(estimateStates(pattern)).toBeLessThan(states * 2 + 4);
  });

  it.each([
    ['', 1],
    ['abc', 4],
    ['a{3}', 4],
    ['a{3,}', 4],
    ['a{2,5}', 6],
    ['a{0,0}', 2],
    ['a*b+?c??', 4],
    ['(ab){3}', 10],
    ['((a){2}){2}', 11],
    ['a)b', 4],
    ['(a', 3],
    ['[)(]{2}', 3],
  ])('counts one state for each character, group and repetition: %s', (pattern, states) => {
    expect(estimateStates(pattern)).toBe(states);
  });

  it('multiplies nested repeats, up to numbers that no engine can compile', () => {
    expect(estimateStates('((((a{1000}){1000}){1000}){1000}){1000}')).toBeGreaterThan(1e14);
    expect(estimateStates('a{99999999999999999999}')).toBeGreaterThan(1e14);
  });

  it('counts brackets that are not balanced', () => {
    expect(estimateStates('))((')).toBeLessThan(10);
  });
});
