import { type OpenSchema, ts } from './compiler.js';
import type { LiteralType } from './type-predicates.js';

type Literal = LiteralType['value'];

/**
 * Creates schemas that accept exactly the given literals: one each for strings, numbers, booleans and null. Returns
 * undefined if there are no literals. The values are sorted, because the compiler's order depends on the types that it
 * has processed before.
 */
export function createLiteralSchemas(literals: readonly LiteralType[]): readonly OpenSchema[] | undefined {
  const values = literals.map(({ value }) => value);
  if (values.length === 0) return undefined;
  const schemas: OpenSchema[] = [];
  for (const type of ['string', 'number', 'boolean'] as const) {
    const typed = [...new Set(values.filter((value) => typeof value === type))].sort(byValue);
    if (type === 'boolean' && typed.length === 2) schemas.push({ type });
    else if (typed.length === 1) schemas.push({ type, const: typed[0], ...namesOf(type, literals) });
    else if (typed.length > 1) schemas.push({ type, enum: typed, ...namesOf(type, literals) });
  }
  if (values.includes(null)) schemas.push({ type: 'null' });
  return schemas;
}

/** Returns the names of an enum's numbers, which the values do not show. */
function namesOf(type: string, literals: readonly LiteralType[]): OpenSchema {
  const named = literals.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const]));
  return type === 'number' && named.length > 0 ? { valueNames: Object.fromEntries(named) } : {};
}

function byValue(one: Literal, other: Literal): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

/** Creates the schema of bigint literals, which are passed as TypeScript prints them: `12n`. */
export function createBigintSchema(printed: readonly string[]): OpenSchema {
  const values = printed
    .map((text) => text.replace(/n$/, ''))
    .sort((one, other) => Number(BigInt(one) - BigInt(other)));
  return values.length === 1 ? { type: 'string', const: values[0] } : { type: 'string', enum: values };
}

/** Creates the pattern for the strings that at least one of the template literal types accepts. */
export function createTextPattern(types: readonly ts.Type[]): string {
  const [only, ...more] = types.map(createTemplatePattern).sort();
  const pattern = more.length === 0 ? (only ?? '') : `(?:${[only, ...more].join('|')})`;
  // A trailing wildcard is redundant.
  return `^${pattern}$`.replace(/\[\\s\\S\]\*\$$/, '');
}

/** Creates the pattern, without anchors, for the strings that a template literal type accepts. */
function createTemplatePattern(type: ts.Type): string {
  if (type.isUnion()) return `(?:${type.types.map(createTemplatePattern).sort().join('|')})`;
  if (type.isStringLiteral() || type.isNumberLiteral()) return escapePattern(String(type.value));
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return (type as { readonly intrinsicName?: string }).intrinsicName ?? '';
  if (type.flags & ts.TypeFlags.Number) return '-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?';
  if (type.flags & ts.TypeFlags.BigInt) return '-?[0-9]+';
  if (type.flags & ts.TypeFlags.Null) return 'null';
  if (type.flags & ts.TypeFlags.Undefined) return 'undefined';
  if (!(type.flags & ts.TypeFlags.TemplateLiteral)) return '[\\s\\S]*';
  const { texts, types } = type as ts.TemplateLiteralType;
  return texts
    .map((text, index) => escapePattern(text) + (types[index] ? createTemplatePattern(types[index]) : ''))
    .join('');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
