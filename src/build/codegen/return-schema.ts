import type { OpenSchema } from './compiler.js';
import { ts } from './compiler.js';
import { acceptsUndefined, isAnyOrUnknown, isOwnType, isUndefinedOrVoid, membersOf } from './type-predicates.js';
import type { TypeSchemas } from './type-schemas.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** The return type of a method, and the mode in which its chunks are accumulated. */
export interface Returned {
  readonly type: ts.Type;
  readonly node: ts.TypeNode | undefined;
  readonly accumulate: string;
}

/** Creates the schema of a tool's data. Returns undefined if the type is not specific or JSON cannot represent it. */
export function createReturnSchema(
  returned: Returned,
  schemas: TypeSchemas,
  checker: ts.TypeChecker,
): OpenSchema | undefined {
  try {
    const schema = createDataSchema(returned, schemas, checker);
    return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
  } catch (error) {
    // A tool may return any value; without a schema there is no guarantee about it.
    if (error instanceof UnrepresentableType) return undefined;
    throw error;
  }
}

function createDataSchema(returned: Returned, schemas: TypeSchemas, checker: ts.TypeChecker): OpenSchema | undefined {
  const { type, node } = awaitedOf(returned, checker);
  // A value that may be undefined has no JSON form that a schema could guarantee.
  if (acceptsUndefined(type)) return undefined;
  const members = membersOf(type);
  const [stream, ...others] = members.map((member) => streamOf(member, checker));
  if (stream !== undefined && others.every((one) => one?.chunk === stream.chunk && one.result === stream.result)) {
    return createStreamSchema(stream, { ...returned, node }, { schemas, checker });
  }
  // A value that is only sometimes a stream has no single JSON form.
  if ([stream, ...others].some((one) => one !== undefined)) return undefined;
  const data = isOwnType(type, /^ToolResult$/) ? argumentOf({ type, node }, 0, checker) : { type, node };
  return hasDataType(data.type, checker) ? schemas.schemaOf(data.type, data.node) : undefined;
}

/** Returns the type of the chunks of a stream that a method returns. Undefined if it does not return a stream. */
export function chunkTypeOf(returned: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const stream = streamOf(checker.getAwaitedType(returned) ?? returned, checker);
  return stream && (checker.getAwaitedType(stream.chunk) ?? stream.chunk);
}

interface SchemaTools {
  readonly schemas: TypeSchemas;
  readonly checker: ts.TypeChecker;
}

function createStreamSchema(
  { chunk, result }: Stream,
  { node, accumulate }: Returned,
  { schemas, checker }: SchemaTools,
): OpenSchema | undefined {
  if (result !== undefined && !isAnyOrUnknown(result) && !isUndefinedOrVoid(result)) {
    // If the result may be undefined, the data is either the result or the accumulated chunks.
    if (result.flags & ts.TypeFlags.Never || acceptsUndefined(result)) return undefined;
    return createDataSchema({ type: result, node: typeArgumentNode(node, 1), accumulate }, schemas, checker);
  }
  const item = awaitedOf({ type: chunk, node: typeArgumentNode(node, 0) }, checker);
  if (accumulate === 'none' || !hasDataType(item.type, checker) || streamOf(item.type, checker) !== undefined) {
    return undefined;
  }
  if (accumulate === 'last') return schemas.schemaOf(item.type, item.node);
  const isText = membersOf(item.type).every((member) => (member.flags & ts.TypeFlags.StringLike) !== 0);
  return isText ? { type: 'string' } : { type: 'array', items: schemas.schemaOf(item.type, item.node) };
}

/** A type and the node of its source text. */
interface TypeWithNode {
  readonly type: ts.Type;
  readonly node: ts.TypeNode | undefined;
}

function awaitedOf({ type, node }: TypeWithNode, checker: ts.TypeChecker): TypeWithNode {
  const awaited = checker.getAwaitedType(type) ?? type;
  return awaited === type ? { type, node } : { type: awaited, node: typeArgumentNode(node, 0) };
}

function argumentOf({ type, node }: TypeWithNode, index: number, checker: ts.TypeChecker): TypeWithNode {
  const argument = checker.getTypeArguments(type as ts.TypeReference)[index];
  return argument === undefined ? { type, node } : { type: argument, node: typeArgumentNode(node, index) };
}

/**
 * Returns the node of a type argument, such as `Hit` in `Promise<Hit>`, or undefined if the source does not have it.
 */
function typeArgumentNode(node: ts.TypeNode | undefined, index: number): ts.TypeNode | undefined {
  const isWrapper = node !== undefined && ts.isTypeReferenceNode(node) && wrappers.test(node.typeName.getText());
  return isWrapper ? node.typeArguments?.[index] : undefined;
}

const streams = /^(?:Async)?(?:Generator|IterableIterator|IteratorObject)$|^AsyncIterable$|^Observable$/;
const wrappers = new RegExp(`${streams.source}|^Promise(?:Like)?$|^ToolResult$`);

/** Checks whether a type describes the tool's data. Responses and content blocks are messages, not data. */
function hasDataType(type: ts.Type, checker: ts.TypeChecker): boolean {
  return (
    !isAnyOrUnknown(type) && !acceptsUndefined(type) && !membersOf(type).some((member) => isContent(member, checker))
  );
}

function isContent(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference).flatMap(membersOf);
    return items.some((item) => isContent(item, checker));
  }
  return isOwnType(type, /^(?:ToolResponse|ToolResult|(?:Text|Image|Audio|Resource|ResourceLink)Block)$/);
}

interface Stream {
  readonly chunk: ts.Type;
  readonly result: ts.Type | undefined;
}

function streamOf(type: ts.Type, checker: ts.TypeChecker): Stream | undefined {
  const symbol = type.getSymbol();
  if (symbol === undefined) return undefined;
  if (streams.test(symbol.name)) {
    const [chunk, result] = checker.getTypeArguments(type as ts.TypeReference);
    if (chunk === undefined) return undefined;
    return { chunk, result: symbol.name.endsWith('Generator') ? result : undefined };
  }
  // A Subject is an Observable too.
  const bases = type.isClassOrInterface() || symbol.flags & ts.SymbolFlags.Class ? baseTypesOf(type, checker) : [];
  for (const base of bases) {
    const found = streamOf(base, checker);
    if (found !== undefined) return { ...found, chunk: resolveTypeParameter(found.chunk, type, checker) };
  }
  return undefined;
}

/** Returns the type argument that a class passes to its parent's type parameter. */
function resolveTypeParameter(chunk: ts.Type, type: ts.Type, checker: ts.TypeChecker): ts.Type {
  const { target } = type as Partial<ts.TypeReference>;
  const parameters: readonly ts.Type[] = target?.typeParameters ?? [];
  return checker.getTypeArguments(type as ts.TypeReference)[parameters.indexOf(chunk)] ?? chunk;
}

function baseTypesOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.BaseType[] {
  const { target } = type as Partial<ts.TypeReference>;
  const declared = target ?? type;
  return declared.isClassOrInterface() ? checker.getBaseTypes(declared) : [];
}
