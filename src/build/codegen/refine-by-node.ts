import { type OpenSchema, ts } from './compiler.js';
import { docOf } from './doc-comment.js';
import { sortBySource } from './source-order.js';
import { isFromLibrary, resolveAlias } from './type-predicates.js';

/**
 * Adds to a schema the information that only the source text contains: the comments of an alias for a primitive type,
 * which the compiler resolves, and the order of a union's members.
 */
export function refineByNode(schema: OpenSchema, node: ts.TypeNode, checker: ts.TypeChecker): OpenSchema {
  if (ts.isParenthesizedTypeNode(node)) return refineByNode(schema, node.type, checker);
  if (ts.isArrayTypeNode(node)) return refineKeywords(schema, { items: node.elementType }, checker);
  if (ts.isTupleTypeNode(node)) return refineTuple(schema, node, checker);
  if (ts.isUnionTypeNode(node)) return sortBySource(refineMembers(schema, node, checker), node, checker);
  if (ts.isTypeReferenceNode(node)) return refineByReference(schema, node, checker);
  const isReadonly = ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword;
  return isReadonly ? refineByNode(schema, node.type, checker) : sortBySource(schema, node, checker);
}

function refineByReference(schema: OpenSchema, node: ts.TypeReferenceNode, checker: ts.TypeChecker): OpenSchema {
  const named = checker.getSymbolAtLocation(node.typeName);
  const symbol = named === undefined ? undefined : resolveAlias(named, checker);
  const declaration = symbol?.declarations?.[0];
  if (symbol === undefined || declaration === undefined) return schema;
  if (isFromLibrary(symbol)) return refineByLibrary(schema, { node, name: symbol.name }, checker);
  if (ts.isEnumDeclaration(declaration)) {
    return { ...sortBySource(schema, declaration, checker), ...docOf(declaration).keywords };
  }
  // Definitions of objects and named unions already contain their comments.
  if (!ts.isTypeAliasDeclaration(declaration) || schema.$ref !== undefined) return schema;
  const refined =
    declaration.typeParameters === undefined
      ? refineByNode(schema, declaration.type, checker)
      : sortBySource(schema, node, checker);
  return schema.type === 'object' ? refined : { ...refined, ...docOf(declaration).keywords };
}

/** Refines the schemas of the elements of `Set<Positive>` and similar types. */
function refineByLibrary(
  schema: OpenSchema,
  { node, name }: { readonly node: ts.TypeReferenceNode; readonly name: string },
  checker: ts.TypeChecker,
): OpenSchema {
  const [first, second] = node.typeArguments ?? [];
  if (/^(?:Readonly)?(?:Array|Set)$/.test(name)) return refineKeywords(schema, { items: first }, checker);
  if (/^(?:(?:Readonly)?Map|Record)$/.test(name))
    return refineKeywords(schema, { additionalProperties: second }, checker);
  return sortBySource(schema, node, checker);
}

/** Refines the schemas under keywords, each by the type that it was derived from. */
function refineKeywords(
  schema: OpenSchema,
  nodes: Readonly<Record<string, ts.TypeNode | undefined>>,
  checker: ts.TypeChecker,
): OpenSchema {
  const refined = Object.entries(nodes).flatMap(([keyword, node]) => {
    const inner = schema[keyword];
    return node === undefined || !isSchema(inner) ? [] : [[keyword, refineByNode(inner, node, checker)] as const];
  });
  return { ...schema, ...Object.fromEntries(refined) };
}

function refineTuple(schema: OpenSchema, { elements }: ts.TupleTypeNode, checker: ts.TypeChecker): OpenSchema {
  const { prefixItems } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const refined = prefixItems.map((item: OpenSchema, index) => {
    const element = elements[index];
    return element === undefined || isRest(element) ? item : refineByNode(item, typeOfElement(element), checker);
  });
  return { ...schema, prefixItems: refined };
}

function isRest(element: ts.TypeNode): boolean {
  return ts.isRestTypeNode(element) || (ts.isNamedTupleMember(element) && element.dotDotDotToken !== undefined);
}

function typeOfElement(element: ts.TypeNode): ts.TypeNode {
  return ts.isNamedTupleMember(element) || ts.isOptionalTypeNode(element) ? element.type : element;
}

/** Refines a union such as `Positive | null` by its only member other than null and undefined. */
function refineMembers(schema: OpenSchema, node: ts.UnionTypeNode, checker: ts.TypeChecker): OpenSchema {
  const [only, ...more] = node.types.filter((member) => !isEmptyType(member));
  return only === undefined || more.length > 0 ? schema : refineByNode(schema, only, checker);
}

function isEmptyType(node: ts.TypeNode): boolean {
  if (node.kind === ts.SyntaxKind.UndefinedKeyword) return true;
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}

function isSchema(value: unknown): value is OpenSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
