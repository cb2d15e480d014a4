import { Tool } from '../../tool/decorators/tool.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { loadPackage } from '../definition/load-package.js';
import { evaluate } from './evaluate.js';

/**
 * A calculator for models, with decimal numbers: 0.1 + 0.2 is 0.3. Its parser reads arithmetic only, so that no
 * expression runs code. Requires the package decimal.js.
 *
 * @example
 * ```ts
 * const price = await new CalculatorTools().calculate({ expression: '200 + 10%' });
 * ```
 */
export class CalculatorTools extends BuiltinRegistry {
  /**
   * Calculates an expression and returns the result as text, with up to 34 digits if it is not exact.
   *
   * @returns The result
   */
  @Tool(
    builtinTool('calculator', {
      name: 'calculate',
      description:
        'Calculate an arithmetic expression with exact decimal numbers. Operators: + - * / ^ (power), ! (factorial), and % ' +
        'after a number (percentage: 200 + 10% is 220). Functions: mod(a, b) for the remainder, abs, sign, floor, ceil, trunc, ' +
        'round(x, digits), sqrt, cbrt, root(x, n), pow, exp, ln, log(x, base), log2, log10, sin, cos, tan, asin, acos, atan, ' +
        'atan2, sinh, cosh, tanh (in radians), degrees, radians, factorial, gcd, lcm, min, max, sum, avg, median. ' +
        'Constants: pi, e, tau, phi. Write numbers without units and without separators of thousands.',
    }),
  )
  async calculate({
    expression,
  }: {
    /**
     * The expression
     *
     * @minLength 1
     * @maxLength 1000
     * @examples ["(12.5 + 7.5) * 3", "200 + 10%", "sqrt(2) ^ 3"]
     */
    readonly expression: string;
  }): Promise<string> {
    const { Decimal } = await loadPackage('decimal.js', () => import('decimal.js'));
    return evaluate(expression, Decimal);
  }
}
