import { RE2JS } from 're2js';
import { DefinitionError } from 'toolwright';
import { createLinearPatterns } from '../../../src/schema/patterns/linear-patterns.js';

function errorOf(pattern: string, patternStates = 1_000): DefinitionError {
  try {
    createLinearPatterns(RE2JS, { patternStates })(pattern);
  } catch (error) {
    if (error instanceof DefinitionError) return error;
  }
  throw new TypeError('no DefinitionError');
}

describe('a compiled pattern', () => {
  it('states its source and its states', () => {
    const { source, states, test } = createLinearPatterns(RE2JS, { patternStates: 1_000 })('^a$');
    expect({ source, isMatch: test('a') }).toEqual({ source: '^a$', isMatch: true });
    expect(states).toBeGreaterThan(2);
    expect(states).toBeLessThan(10);
  });

  it('is stored, up to 1,000 patterns', () => {
    const compile = createLinearPatterns(RE2JS, { patternStates: 1_000 });
    const first = compile('p0');
    for (let index = 1; index < 1_000; index++) compile(`p${index}`);
    expect(compile('p0')).toBe(first);
    compile('p1000');
    expect(compile('p0')).not.toBe(first);
  });
});

describe('a pattern that cannot be compiled', () => {
  it('is named, with the cause', () => {
    const error = errorOf('(?=a)');
    expect(error.message).toBe(
      'the pattern "(?=a)" cannot be matched in linear time, because it uses a lookaround, a backreference or a Unicode ' +
        'property that the engine does not support. Write the pattern without it.',
    );
    expect(error.cause).toBeInstanceOf(Error);
  });

  it.each([
    ['x'.repeat(60), `"${'x'.repeat(60)}"`],
    ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
  ])('is shortened in the message: case %#', (pattern, shown) => {
    const states = `compiles to ${pattern.length + 1} states; at most 10 are allowed (patternStates).`;
    expect(errorOf(pattern, 10).message).toBe(`the pattern ${shown} ${states}`);
  });

  it('may have the largest number of states', () => {
    const { states } = createLinearPatterns(RE2JS, { patternStates: 1_000 })('abc');
    expect(createLinearPatterns(RE2JS, { patternStates: states })('abc').states).toBe(states);
    expect(errorOf('abc', states - 1).message).toContain(`compiles to ${states} states`);
  });
});
