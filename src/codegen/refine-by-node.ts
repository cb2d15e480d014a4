import { type OpenSchema, ts } from './compiler.js';
import { docOf } from './doc-comment.js';
import { behindAlias, isFromLibrary } from './type-questions.js';
import { inWrittenOrder } from './written-order.js';

/**
 * Adds to a schema what only the written type tells: the comments of an alias for a primitive type, which the compiler
 * sees through, and the order in which the members of a union were written.
 */
export function refineByNode(schema: OpenSchema, node: ts.TypeNode, checker: ts.TypeChecker): OpenSchema {
  if (ts.isParenthesizedTypeNode(node)) return refineByNode(schema, node.type, checker);
  if (ts.isArrayTypeNode(node)) return refineHeld(schema, { items: node.elementType }, checker);
  if (ts.isTupleTypeNode(node)) return refineTuple(schema, node, checker);
  if (ts.isUnionTypeNode(node)) return inWrittenOrder(refineMembers(schema, node, checker), node, checker);
  if (ts.isTypeReferenceNode(node)) return refineByReference(schema, node, checker);
  const isReadonly = ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword;
  return isReadonly ? refineByNode(schema, node.type, checker) : inWrittenOrder(schema, node, checker);
}

function refineByReference(schema: OpenSchema, node: ts.TypeReferenceNode, checker: ts.TypeChecker): OpenSchema {
  const named = checker.getSymbolAtLocation(node.typeName);
  const symbol = named === undefined ? undefined : behindAlias(named, checker);
  const declaration = symbol?.declarations?.[0];
  if (symbol === undefined || declaration === undefined) return schema;
  if (isFromLibrary(symbol)) return refineByLibrary(schema, { node, name: symbol.name }, checker);
  if (ts.isEnumDeclaration(declaration)) {
    return { ...inWrittenOrder(schema, declaration, checker), ...docOf(declaration).keywords };
  }
  // Objects and named unions have their comments already, at the definition that they are.
  if (!ts.isTypeAliasDeclaration(declaration) || schema.$ref !== undefined) return schema;
  const refined =
    declaration.typeParameters === undefined
      ? refineByNode(schema, declaration.type, checker)
      : inWrittenOrder(schema, node, checker);
  return schema.type === 'object' ? refined : { ...refined, ...docOf(declaration).keywords };
}

/** What `Set<Positive>` and the like hold. */
function refineByLibrary(
  schema: OpenSchema,
  { node, name }: { readonly node: ts.TypeReferenceNode; readonly name: string },
  checker: ts.TypeChecker,
): OpenSchema {
  const [first, second] = node.typeArguments ?? [];
  if (/^(?:Readonly)?(?:Array|Set)$/.test(name)) return refineHeld(schema, { items: first }, checker);
  if (/^(?:(?:Readonly)?Map|Record)$/.test(name)) return refineHeld(schema, { additionalProperties: second }, checker);
  return inWrittenOrder(schema, node, checker);
}

/** Refines the schemas that keywords hold, each by the type that it was made of. */
function refineHeld(
  schema: OpenSchema,
  nodes: Readonly<Record<string, ts.TypeNode | undefined>>,
  checker: ts.TypeChecker,
): OpenSchema {
  const refined = Object.entries(nodes).flatMap(([keyword, node]) => {
    const held = schema[keyword];
    return node === undefined || !isSchema(held) ? [] : [[keyword, refineByNode(held, node, checker)] as const];
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

/** `Positive | null`: what is said of the one type besides null and undefined. */
function refineMembers(schema: OpenSchema, node: ts.UnionTypeNode, checker: ts.TypeChecker): OpenSchema {
  const [only, ...more] = node.types.filter((member) => !isEmptyType(member));
  return only === undefined || more.length > 0 ? schema : refineByNode(schema, only, checker);
}

function isEmptyType(node: ts.TypeNode): boolean {
  if (node.kind === ts.SyntaxKind.UndefinedKeyword) return true;
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}

function isSchema(held: unknown): held is OpenSchema {
  return typeof held === 'object' && held !== null && !Array.isArray(held);
}
