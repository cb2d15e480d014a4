import { ts } from './compiler.js';
import { literalOf } from './type-questions.js';

/** A value that was read from source text. */
export interface LiteralValue {
  readonly value: unknown;
}

/**
 * The value of an expression that is plain JSON data; undefined for any other. With a checker, a name may also stand
 * for a constant or an enum's member.
 */
export function literalValue(expression: ts.Expression, checker?: ts.TypeChecker): LiteralValue | undefined {
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  ) {
    return literalValue(expression.expression, checker);
  }
  if (ts.isArrayLiteralExpression(expression)) {
    const items = expression.elements.map((element) => literalValue(element, checker));
    return items.every((item) => item !== undefined) ? { value: items.map(({ value }) => value) } : undefined;
  }
  if (ts.isObjectLiteralExpression(expression)) return objectValue(expression, checker);
  if (ts.isStringLiteralLike(expression)) return { value: expression.text };
  if (expression.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  const number = Number(expression.getText().replaceAll('_', ''));
  if (/^[-+]?[\d.]/.test(expression.getText()) && Number.isFinite(number)) return { value: number };
  return checker === undefined ? undefined : literalOf(checker.getTypeAtLocation(expression));
}

function objectValue(
  { properties }: ts.ObjectLiteralExpression,
  checker: ts.TypeChecker | undefined,
): LiteralValue | undefined {
  const entries: [string, unknown][] = [];
  for (const property of properties) {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined;
    const held = literalValue(property.initializer, checker);
    if (held === undefined) return undefined;
    const { name } = property;
    entries.push([ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText(), held.value]);
  }
  return { value: Object.fromEntries(entries) };
}
