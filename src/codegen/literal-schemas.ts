import { type OpenSchema, ts } from './compiler.js';

type Literal = string | number | boolean | null;

/**
 * The schemas that admit exactly some literal values: one for strings, one for numbers, one for booleans, one for null.
 * Undefined if there are no values. In an order of their own: the compiler's depends on what it looked at before.
 */
export function literalUnion(values: readonly Literal[]): readonly OpenSchema[] | undefined {
  if (values.length === 0) return undefined;
  const schemas: OpenSchema[] = [];
  for (const type of ['string', 'number', 'boolean'] as const) {
    const typed = [...new Set(values.filter((value) => typeof value === type))].sort(byValue);
    if (type === 'boolean' && typed.length === 2) schemas.push({ type });
    else if (typed.length === 1) schemas.push({ type, const: typed[0] });
    else if (typed.length > 1) schemas.push({ type, enum: typed });
  }
  if (values.includes(null)) schemas.push({ type: 'null' });
  return schemas;
}

function byValue(one: Literal, other: Literal): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

/** The schema of bigints that are given as TypeScript prints them: `12n`. */
export function bigintEnum(printed: readonly string[]): OpenSchema {
  const values = printed
    .map((text) => text.replace(/n$/, ''))
    .sort((one, other) => Number(BigInt(one) - BigInt(other)));
  return values.length === 1 ? { type: 'string', const: values[0] } : { type: 'string', enum: values };
}

/** The pattern of the strings that any of some template literal types admits. */
export function textPattern(types: readonly ts.Type[]): string {
  const [only, ...more] = types.map(templatePattern).sort();
  const whole = more.length === 0 ? (only ?? '') : `(?:${[only, ...more].join('|')})`;
  // What may end in anything need not be said to.
  return `^${whole}$`.replace(/\[\\s\\S\]\*\$$/, '');
}

/** The pattern, without its anchors, of the strings that a template literal type admits. */
function templatePattern(type: ts.Type): string {
  if (type.isUnion()) return `(?:${type.types.map(templatePattern).sort().join('|')})`;
  if (type.isStringLiteral() || type.isNumberLiteral()) return escaped(String(type.value));
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return (type as { readonly intrinsicName?: string }).intrinsicName ?? '';
  if (type.flags & ts.TypeFlags.Number) return '-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?';
  if (type.flags & ts.TypeFlags.BigInt) return '-?[0-9]+';
  if (type.flags & ts.TypeFlags.Null) return 'null';
  if (type.flags & ts.TypeFlags.Undefined) return 'undefined';
  if (!(type.flags & ts.TypeFlags.TemplateLiteral)) return '[\\s\\S]*';
  const { texts, types } = type as ts.TemplateLiteralType;
  return texts.map((text, index) => escaped(text) + (types[index] ? templatePattern(types[index]) : '')).join('');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
