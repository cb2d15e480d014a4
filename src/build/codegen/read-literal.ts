import { ts } from './compiler.js';
import { literalOf } from './type-predicates.js';

/** A value read from source text. */
export interface LiteralValue {
  readonly value: unknown;
}

/**
 * Reads the value of an expression that is plain JSON data. Returns undefined for any other expression. With a checker,
 * names of constants and enum members are resolved as well.
 */
export function readLiteral(expression: ts.Expression, checker?: ts.TypeChecker): LiteralValue | undefined {
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  ) {
    return readLiteral(expression.expression, checker);
  }
  if (ts.isArrayLiteralExpression(expression)) {
    const items = expression.elements.map((element) => readLiteral(element, checker));
    return items.every((item) => item !== undefined) ? { value: items.map(({ value }) => value) } : undefined;
  }
  if (ts.isObjectLiteralExpression(expression)) return readObject(expression, checker);
  if (ts.isStringLiteralLike(expression)) return { value: expression.text };
  if (expression.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  const number = Number(expression.getText().replaceAll('_', ''));
  if (/^[-+]?[\d.]/.test(expression.getText()) && Number.isFinite(number)) return { value: number };
  return checker === undefined ? undefined : literalOf(checker.getTypeAtLocation(expression));
}

function readObject(
  { properties }: ts.ObjectLiteralExpression,
  checker: ts.TypeChecker | undefined,
): LiteralValue | undefined {
  const entries: [string, unknown][] = [];
  for (const property of properties) {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined;
    const literal = readLiteral(property.initializer, checker);
    if (literal === undefined) return undefined;
    const { name } = property;
    entries.push([ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText(), literal.value]);
  }
  return { value: Object.fromEntries(entries) };
}
