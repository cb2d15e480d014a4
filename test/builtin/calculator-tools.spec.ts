import { CalculatorTools } from 'toolwright/builtin';
import { fc } from '../support/fast-check.js';

const spec = new CalculatorTools().toolSpec('calculate');

const calculate = (expression: string): Promise<unknown> => spec.call({ expression });

async function mistakeIn(expression: string): Promise<string> {
  const { error } = await spec.exec({ expression });
  expect(error?.code).toBe('invalid_parameters');
  return error?.message ?? '';
}

describe('CalculatorTools', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1 - 0.9', '0.1'],
    ['(12.5 + 7.5) * 3', '60'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['2 ** -1', '0.5'],
    ['7 − 2 × 3 ÷ 2', '4'],
    ['5!', '120'],
    ['1e3 + .5', '1000.5'],
    ['2^200', '1606938044258990275541962092341162602522202993782792835301376'],
    ['10^40 + 1', '10000000000000000000000000000000000000001'],
    ['0 * -1', '0'],
  ])('calculates %s exactly', async (expression, result) => {
    expect(await calculate(expression)).toBe(result);
  });

  it.each([
    ['200 + 10%', '220'],
    ['200 - 10%', '180'],
    ['200 * 10%', '20'],
    ['10%', '0.1'],
    ['10% + 5%', '0.15'],
    ['100 + 10% + 10%', '121'],
    ['200 + (10%)', '200.1'],
  ])('reads %% after a number as a percentage: %s', async (expression, result) => {
    expect(await calculate(expression)).toBe(result);
  });

  it.each([
    ['1 / 3', '0.3333333333333333333333333333333333'],
    ['1 / 3 * 3', '1'],
    ['sqrt(2)', '1.414213562373095048801688724209698'],
    ['sqrt(2) ^ 2', '2'],
    ['pi', '3.141592653589793238462643383279503'],
    ['e', '2.718281828459045235360287471352662'],
    ['sin(pi)', '0'],
    ['sin(pi / 6)', '0.5'],
    ['tan(pi / 4)', '1'],
    ['ln(2)', '0.6931471805599453094172321214581766'],
    ['floor(exp(ln(5)))', '5'],
    ['log(8, 2)', '3'],
    ['1.5 ^ 0.5', '1.224744871391589049098642037352946'],
    ['1e150 / 3', '3.333333333333333333333333333333333e+149'],
  ])('calculates other results to 34 digits: %s', async (expression, result) => {
    expect(await calculate(expression)).toBe(result);
  });

  it.each([
    ['mod(7, 3)', '1'],
    ['mod(-7, 3)', '2'],
    ['abs(-3) + sign(-3)', '2'],
    ['floor(-1.5) + ceil(1.2) + trunc(-1.7)', '-1'],
    ['round(2.5)', '3'],
    ['round(-2.345, 2)', '-2.35'],
    ['round(1234, -2)', '1200'],
    ['cbrt(27) + root(-8, 3)', '1'],
    ['pow(2, 10)', '1024'],
    ['log10(1000) + log2(8) + log(100)', '8'],
    ['degrees(pi) + radians(0)', '180'],
    ['asin(1) - acos(0)', '0'],
    ['atan(1) - atan2(1, 1)', '0'],
    ['sinh(0) + cosh(0) + tanh(0)', '1'],
    ['cos(0)', '1'],
    ['factorial(10)', '3628800'],
    ['gcd(12, 18) + lcm(4, -6) + lcm(0, 1)', '18'],
    ['min(3, 1, 2) + max(3, 1, 2)', '4'],
    ['sum(0.1, 0.2) + avg(1, 2)', '1.8'],
    ['median(1, 5, 2, 4) + median(7)', '10'],
    ['tau / pi', '2'],
    ['round(phi, 6)', '1.618034'],
  ])('has the functions and constants of %s', async (expression, result) => {
    expect(await calculate(expression)).toBe(result);
  });

  it.each([
    ['2 + )', "at position 5, expected a number, a constant, a function or '(', but found ')'."],
    ['(2 + 3', "at position 7, expected an operator or ')' for the '(' at position 1, but the expression ends."],
    ['2 3', "at position 3, expected an operator or the end, but found '3'."],
    ['1,000 + 2', "expected an operator or the end, but found ','; write numbers without separators of thousands."],
    ['10 % 3', "at position 4, '%' is a percentage and needs an operator after it; write a remainder as mod(a, b)."],
    ['2 $ 3', "at position 3, '$' is not part of an expression."],
    ['sqr(4)', "at position 1, there is no function 'sqr'; the nearest is 'sqrt'."],
    ['frobnicate(4)', "there is no function 'frobnicate'; the functions are abs, sign"],
    ['2 * x', "at position 5, there is no constant 'x'; the constants are pi, e, tau, phi."],
    ['sqrt', "at position 1, 'sqrt' is a function; write sqrt(…)."],
    ['mod(1)', 'at position 1, mod expects 2 arguments, but received 1.'],
    ['round()', 'at position 1, round expects 1 to 2 arguments, but received 0.'],
  ])('states the position of a mistake, and what is expected: %s', async (expression, message) => {
    expect(await mistakeIn(expression)).toContain(message);
  });

  it.each([
    ['1 / 0', 'a number is divided by zero'],
    ['mod(1, 0)', 'no real result'],
    ['0 ^ -1', 'zero has no negative power'],
    ['(-8) ^ 0.5', "'^' has no real result for this value"],
    ['ln(-1)', "'ln' has no real result"],
    ['tan(pi / 2)', "'tan' has no real result"],
    ['sin(1e20)', "'sin' has no real result"],
    ['171!', 'no real result'],
    ['factorial(-1)', 'no real result'],
    ['gcd(1.5, 2)', "'gcd' has no real result"],
    ['round(1, 0.5)', "'round' has no real result"],
    ['root(8, 0)', "'root' has no real result"],
    ['9 ^ 9 ^ 9', 'infinite or larger than 10^10000'],
    ['ln(0)', 'infinite or larger than 10^10000'],
    [`${'('.repeat(100)}1${')'.repeat(100)}`, 'nested deeper than 64 levels'],
    [`${'-'.repeat(200)}1`, 'nested deeper than 64 levels'],
    [Array.from({ length: 90 }, () => 'ln(2)').join('+'), 'too many functions'],
  ])('refuses what has no result or is too large: %s', async (expression, message) => {
    expect(await mistakeIn(expression)).toContain(message);
  });

  it.each(['constructor', '__proto__', 'toString()', 'valueOf(1)', 'hasOwnProperty(1)', 'process.exit()', 'eval(1)'])(
    'reaches no object of the runtime: %s',
    async (expression) => {
      await mistakeIn(expression);
    },
  );

  it('limits the length of an expression in its schema', async () => {
    expect(spec.inputSchema).toMatchObject({
      properties: { expression: { type: 'string', minLength: 1, maxLength: 1_000 } },
      required: ['expression'],
      additionalProperties: false,
    });
    expect(await mistakeIn('1'.repeat(1_001))).toContain('/expression must have at most 1000 characters');
  });

  it('adds and multiplies decimals of any size as integers do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(-(10n ** 40n), 10n ** 40n),
        fc.bigInt(-(10n ** 40n), 10n ** 40n),
        async (one, other) => {
          expect(await calculate(`(${one}) + (${other})`)).toBe(String(one + other));
          expect(await calculate(`(${one}) * (${other})`)).toBe(String(one * other));
        },
      ),
    );
  });
});
