import { interpretSchema } from '../../../src/schema/interpreter/schema-interpreter.js';
import { compileNativePattern } from '../../../src/schema/patterns/native-patterns.js';

describe('the validation of many invalid values', () => {
  it('ends when it has collected 1,000 failures, and spends no steps on further values', () => {
    const oneOf = Array.from({ length: 400 }, (_, kind) => ({ const: kind }));
    const limits = { validationSteps: 10_000, patternWork: 1 };
    const settings = { limits, compilePattern: compileNativePattern };
    const { failures } = interpretSchema({ type: 'array', items: { oneOf } }, settings);
    const found = failures(Array.from({ length: 4_000 }, () => 'none'));
    expect(found).toHaveLength(1_000);
    expect(found.some(({ keyword }) => keyword === 'limit')).toBe(false);
  });
});
