import type { OpenSchema } from './compiler.js';
import { ts } from './compiler.js';
import { admitsUndefined, isAnything, isNothing, isOwnType, membersOf } from './type-questions.js';
import type { TypeSchemas } from './type-schemas.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** What a method gives, and how its chunks become a whole. */
export interface Returned {
  readonly type: ts.Type;
  readonly node: ts.TypeNode | undefined;
  readonly accumulate: string;
}

/** The schema of a tool's data; undefined where the type does not say, or has no JSON form. */
export function returnSchema(
  returned: Returned,
  schemas: TypeSchemas,
  checker: ts.TypeChecker,
): OpenSchema | undefined {
  try {
    const schema = dataSchema(returned, schemas, checker);
    return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
  } catch (error) {
    // Whatever a tool returns is rendered somehow; without a schema nothing is promised of it.
    if (error instanceof UnrepresentableType) return undefined;
    throw error;
  }
}

function dataSchema(returned: Returned, schemas: TypeSchemas, checker: ts.TypeChecker): OpenSchema | undefined {
  const { type, node } = awaitedOf(returned, checker);
  // What is nothing at times has no form that could be promised.
  if (admitsUndefined(type)) return undefined;
  const members = membersOf(type);
  const [stream, ...others] = members.map((member) => streamOf(member, checker));
  if (stream !== undefined && others.every((one) => one?.chunk === stream.chunk && one.result === stream.result)) {
    return streamedSchema(stream, { ...returned, node }, { schemas, checker });
  }
  // Something that is a stream at times has no one form.
  if ([stream, ...others].some((one) => one !== undefined)) return undefined;
  const data = isOwnType(type, /^ToolResult$/) ? argumentOf({ type, node }, 0, checker) : { type, node };
  return hasDataType(data.type, checker) ? schemas.schemaOf(data.type, data.node) : undefined;
}

interface Reading {
  readonly schemas: TypeSchemas;
  readonly checker: ts.TypeChecker;
}

function streamedSchema(
  { chunk, result }: Stream,
  { node, accumulate }: Returned,
  { schemas, checker }: Reading,
): OpenSchema | undefined {
  if (result !== undefined && !isAnything(result) && !isNothing(result)) {
    // Where it may be undefined, it is open which of the two the data will be.
    if (result.flags & ts.TypeFlags.Never || admitsUndefined(result)) return undefined;
    return dataSchema({ type: result, node: writtenArgument(node, 1), accumulate }, schemas, checker);
  }
  const item = awaitedOf({ type: chunk, node: writtenArgument(node, 0) }, checker);
  if (accumulate === 'none' || !hasDataType(item.type, checker) || streamOf(item.type, checker) !== undefined) {
    return undefined;
  }
  if (accumulate === 'last') return schemas.schemaOf(item.type, item.node);
  const isText = membersOf(item.type).every((member) => (member.flags & ts.TypeFlags.StringLike) !== 0);
  return isText ? { type: 'string' } : { type: 'array', items: schemas.schemaOf(item.type, item.node) };
}

/** A type, and the text that it is written as. */
interface Written {
  readonly type: ts.Type;
  readonly node: ts.TypeNode | undefined;
}

function awaitedOf({ type, node }: Written, checker: ts.TypeChecker): Written {
  const awaited = checker.getAwaitedType(type) ?? type;
  return awaited === type ? { type, node } : { type: awaited, node: writtenArgument(node, 0) };
}

function argumentOf({ type, node }: Written, index: number, checker: ts.TypeChecker): Written {
  const argument = checker.getTypeArguments(type as ts.TypeReference)[index];
  return argument === undefined ? { type, node } : { type: argument, node: writtenArgument(node, index) };
}

/** `Hit` in `Promise<Hit>`; undefined where the type is not written out like that. */
function writtenArgument(node: ts.TypeNode | undefined, index: number): ts.TypeNode | undefined {
  const isKnown = node !== undefined && ts.isTypeReferenceNode(node) && wrappers.test(node.typeName.getText());
  return isKnown ? node.typeArguments?.[index] : undefined;
}

const streams = /^(?:Async)?(?:Generator|IterableIterator|IteratorObject)$|^AsyncIterable$|^Observable$/;
const wrappers = new RegExp(`${streams.source}|^Promise(?:Like)?$|^ToolResult$`);

/** Whether a type tells what the data looks like. Responses and content are made to be read, not described. */
function hasDataType(type: ts.Type, checker: ts.TypeChecker): boolean {
  return !isAnything(type) && !admitsUndefined(type) && !membersOf(type).some((member) => isContent(member, checker));
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
    if (found !== undefined) return { ...found, chunk: filledIn(found.chunk, type, checker) };
  }
  return undefined;
}

/** A parent's `T`, where the class passes its own on. */
function filledIn(chunk: ts.Type, type: ts.Type, checker: ts.TypeChecker): ts.Type {
  const { target } = type as Partial<ts.TypeReference>;
  const parameters: readonly ts.Type[] = target?.typeParameters ?? [];
  return checker.getTypeArguments(type as ts.TypeReference)[parameters.indexOf(chunk)] ?? chunk;
}

function baseTypesOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.BaseType[] {
  const { target } = type as Partial<ts.TypeReference>;
  const declared = target ?? type;
  return declared.isClassOrInterface() ? checker.getBaseTypes(declared) : [];
}
