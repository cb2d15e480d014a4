import { type OpenSchema, ts } from './compiler.js';
import { behindAlias, literalOf, membersOf } from './type-questions.js';

/** A schema whose `enum` stands in the order in which a type was written: authors put what matters first. */
export function inWrittenOrder(schema: OpenSchema, node: ts.Node, checker: ts.TypeChecker): OpenSchema {
  const { enum: values, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((one) => inWrittenOrder(one, node, checker)) };
  if (!Array.isArray(values)) return schema;
  const written = writtenLiterals(node, checker);
  const placed = values.map((value: unknown) => ({ value, place: value === null ? Infinity : written.indexOf(value) }));
  if (placed.some(({ place }) => place < 0)) return schema;
  return { ...schema, enum: placed.sort((one, other) => one.place - other.place).map(({ value }) => value) };
}

/** The literals that a type's own text names, and perhaps more. */
function writtenLiterals(node: ts.Node, checker: ts.TypeChecker): readonly unknown[] {
  const literalsIn = (inner: ts.Node): readonly unknown[] => writtenLiterals(inner, checker);
  if (ts.isParenthesizedTypeNode(node)) return literalsIn(node.type);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(literalsIn);
  if (ts.isIntersectionTypeNode(node)) return node.types.flatMap(literalsIn);
  if (ts.isEnumDeclaration(node)) return node.members.map((member) => checker.getConstantValue(member));
  if (ts.isTypeReferenceNode(node)) return literalsBehind(node, checker);
  if (ts.isTypeOperatorNode(node)) {
    const isKeys = node.operator === ts.SyntaxKind.KeyOfKeyword;
    return isKeys
      ? checker
          .getTypeFromTypeNode(node.type)
          .getProperties()
          .map(({ name }) => name)
      : literalsIn(node.type);
  }
  if (ts.isIndexedAccessTypeNode(node)) return literalsOfItems(checker.getTypeFromTypeNode(node.objectType), checker);
  return ts.isTypeNode(node) ? literalsOf(checker.getTypeFromTypeNode(node)) : [];
}

function literalsBehind(node: ts.TypeReferenceNode, checker: ts.TypeChecker): readonly unknown[] {
  const named = checker.getSymbolAtLocation(node.typeName);
  const declaration = named === undefined ? undefined : behindAlias(named, checker).declarations?.[0];
  if (declaration !== undefined && ts.isEnumDeclaration(declaration)) return writtenLiterals(declaration, checker);
  const isAlias = declaration !== undefined && ts.isTypeAliasDeclaration(declaration);
  if (isAlias && declaration.typeParameters === undefined) return writtenLiterals(declaration.type, checker);
  // What Exclude and its like leave of a union stands as the union stood.
  const inArguments = (node.typeArguments ?? []).flatMap((argument) => writtenLiterals(argument, checker));
  return inArguments.length > 0 ? inArguments : literalsOf(checker.getTypeFromTypeNode(node));
}

/** `(typeof sizes)[number]` */
function literalsOfItems(type: ts.Type, checker: ts.TypeChecker): readonly unknown[] {
  return checker.isTupleType(type) ? checker.getTypeArguments(type as ts.TypeReference).flatMap(literalsOf) : [];
}

function literalsOf(type: ts.Type): readonly unknown[] {
  return membersOf(type).flatMap((member) => literalOf(member)?.value ?? []);
}
