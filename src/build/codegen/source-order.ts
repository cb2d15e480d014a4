import { type OpenSchema, ts } from './compiler.js';
import { literalOf, membersOf, resolveAlias } from './type-predicates.js';

/** Sorts the `enum` of a schema into the order of the type's source text: authors write the important values first. */
export function sortBySource(schema: OpenSchema, node: ts.Node, checker: ts.TypeChecker): OpenSchema {
  const { enum: values, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((one) => sortBySource(one, node, checker)) };
  if (!Array.isArray(values)) return schema;
  const literals = literalsIn(node, checker);
  const ranked = values.map((value: unknown) => ({ value, rank: value === null ? Infinity : literals.indexOf(value) }));
  if (ranked.some(({ rank }) => rank < 0)) return schema;
  return { ...schema, enum: ranked.sort((one, other) => one.rank - other.rank).map(({ value }) => value) };
}

/** Returns the literals in the source text of a type, in order. May return additional literals. */
function literalsIn(node: ts.Node, checker: ts.TypeChecker): readonly unknown[] {
  const visit = (inner: ts.Node): readonly unknown[] => literalsIn(inner, checker);
  if (ts.isParenthesizedTypeNode(node)) return visit(node.type);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(visit);
  if (ts.isIntersectionTypeNode(node)) return node.types.flatMap(visit);
  if (ts.isEnumDeclaration(node)) return node.members.map((member) => checker.getConstantValue(member));
  if (ts.isTypeReferenceNode(node)) return literalsBehind(node, checker);
  if (ts.isTypeOperatorNode(node)) {
    const isKeys = node.operator === ts.SyntaxKind.KeyOfKeyword;
    return isKeys
      ? checker
          .getTypeFromTypeNode(node.type)
          .getProperties()
          .map(({ name }) => name)
      : visit(node.type);
  }
  if (ts.isIndexedAccessTypeNode(node)) return literalsOfItems(checker.getTypeFromTypeNode(node.objectType), checker);
  return ts.isTypeNode(node) ? literalsOf(checker.getTypeFromTypeNode(node)) : [];
}

function literalsBehind(node: ts.TypeReferenceNode, checker: ts.TypeChecker): readonly unknown[] {
  const named = checker.getSymbolAtLocation(node.typeName);
  const declaration = named === undefined ? undefined : resolveAlias(named, checker).declarations?.[0];
  if (declaration !== undefined && ts.isEnumDeclaration(declaration)) return literalsIn(declaration, checker);
  const isAlias = declaration !== undefined && ts.isTypeAliasDeclaration(declaration);
  if (isAlias && declaration.typeParameters === undefined) return literalsIn(declaration.type, checker);
  // Exclude and similar types preserve the order of the union that they filter.
  const inArguments = (node.typeArguments ?? []).flatMap((argument) => literalsIn(argument, checker));
  return inArguments.length > 0 ? inArguments : literalsOf(checker.getTypeFromTypeNode(node));
}

/** Returns the literals of a type such as `(typeof sizes)[number]`. */
function literalsOfItems(type: ts.Type, checker: ts.TypeChecker): readonly unknown[] {
  return checker.isTupleType(type) ? checker.getTypeArguments(type as ts.TypeReference).flatMap(literalsOf) : [];
}

function literalsOf(type: ts.Type): readonly unknown[] {
  return membersOf(type).flatMap((member) => literalOf(member)?.value ?? []);
}
