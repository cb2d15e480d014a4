import { ClassRef } from './class-ref.js';
import { generatorArgs, type OpenSchema, type RootTypeRest, SchemaGenerator, ts } from './compiler.js';
import { type Doc, docOf, docOfSymbol } from './doc-comment.js';
import { checkRule, isDtoClass, mayInheritRules } from './dto-classes.js';
import { type Direction, isInJson } from './json-properties.js';
import { createLibrarySchema, isLibraryInstance } from './library-schemas.js';
import { createBigintSchema, createLiteralSchemas, createTextPattern } from './literal-schemas.js';
import { describeOtherProperties } from './other-properties.js';
import { compareKeys, isMapped, isMethod, isOptional, locationOf, propertiesOf, typeNodeOf } from './properties-of.js';
import { refineByNode } from './refine-by-node.js';
import { createTupleSchema } from './tuple-schema.js';
import {
  boundMarkerOf,
  isAnyOrUnknown,
  isBoundAlias,
  isFromLibrary,
  isFunction,
  isUndefinedOrVoid,
  isUnresolved,
  literalOf,
  membersOf,
} from './type-predicates.js';
import { createUnion } from './union-schema.js';
import { UnrepresentableType } from './unrepresentable-type.js';

// Types that are nested deeper are infinitely recursive: `interface Box<T> { inner?: Box<T[]> }`.
const maxDepth = 100;

/** How types are converted to schemas. */
export interface SchemaMode {
  readonly direction: Direction;
  /** Whether an object rejects the properties that its type does not declare. @default false */
  readonly isClosed?: boolean;
}

/**
 * Converts TypeScript types to schemas, for one tool and one direction. typescript-json-schema traverses and names
 * types and creates references. This class first converts the types that the generator is known to get wrong, and
 * handles objects, unions and comments itself. docs/schemas-from-types.md lists the conversions.
 */
export class TypeSchemas extends SchemaGenerator {
  readonly #checker: ts.TypeChecker;
  readonly #direction: Direction;
  readonly #isClosed: boolean;
  #depth = 0;

  constructor(checker: ts.TypeChecker, { direction, isClosed = false }: SchemaMode) {
    super([], {}, {}, {}, checker, generatorArgs);
    this.#checker = checker;
    this.#direction = direction;
    this.#isClosed = isClosed;
  }

  /** The named types to which schemas have referred so far as `#/definitions/…`. */
  get definitions(): Readonly<Record<string, OpenSchema>> {
    return this.reffedDefinitions;
  }

  /**
   * Creates the schema of a type.
   *
   * @throws UnrepresentableType if JSON Schema cannot represent the type.
   * @throws GenerationProblem if a tag in a comment has an invalid value.
   */
  schemaOf(type: ts.Type, node?: ts.TypeNode): OpenSchema {
    const schema = this.getTypeDefinition(type);
    return node === undefined ? schema : refineByNode(schema, node, this.#checker);
  }

  override getTypeDefinition(type: ts.Type, asRef?: boolean, ...rest: readonly unknown[]): OpenSchema {
    if (this.#depth >= maxDepth) throw new UnrepresentableType('an infinitely nested type');
    this.#depth += 1;
    try {
      return this.#definitionOf(type, asRef, rest);
    } finally {
      this.#depth -= 1;
    }
  }

  #definitionOf(type: ts.Type, asRef: boolean | undefined, rest: readonly unknown[]): OpenSchema {
    const converted = this.#convert(type);
    if (converted !== undefined) return converted;
    try {
      // A mapped type without a name is inlined.
      return super.getTypeDefinition(type, isMapped(type) ? false : asRef, ...rest);
    } catch (error) {
      if (error instanceof UnrepresentableType && this.#checker.isArrayType(type)) throw error.within('[]');
      if (error instanceof TypeError && 'type' in error) throw new UnrepresentableType(`'${this.#print(type)}'`);
      throw error;
    }
  }

  override getTypeName(type: ts.Type): string {
    const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseFullyQualifiedType;
    const name = this.#checker.typeToString(type, undefined, flags);
    // Paths differ between machines and are of no use to a model.
    return this.makeTypeNameUnique(type, name.replaceAll(/import\("[^"]*"[^)]*\)\./g, '').replaceAll(/\s/g, ''));
  }

  /** Whether a value may lack a property. JSON leaves out undefined, which a result of the type unknown may have. */
  #mayBeMissing(property: ts.Symbol): boolean {
    if (isOptional(property, this.#checker)) return true;
    return this.#direction === 'output' && isAnyOrUnknown(this.#checker.getTypeOfSymbol(property));
  }

  override getClassDefinition(type: ts.Type, definition: OpenSchema): OpenSchema {
    definition.type = 'object';
    const symbol = type.getSymbol();
    const isDto = symbol !== undefined && isDtoClass(symbol, this.#checker);
    if (symbol !== undefined && this.#direction === 'input') this.#addClass(symbol, definition);
    const properties: OpenSchema = {};
    const required: string[] = [];
    for (const property of propertiesOf(type, this.#checker)) {
      if (!isInJson(property, { owner: symbol, isDto, direction: this.#direction, checker: this.#checker })) continue;
      const doc = docOfSymbol(property);
      const isIgnored = doc?.isIgnored === true;
      if (isDto && this.#direction === 'input')
        checkRule({ dto: symbol, property, checker: this.#checker }, { isIgnored });
      if (isIgnored) continue;
      const schema = this.#convertProperty(property, doc);
      properties[property.name] = schema;
      if (!this.#mayBeMissing(property)) required.push(property.name);
    }
    if (Object.keys(properties).length > 0) definition.properties = properties;
    if (required.length > 0) definition.required = required;
    const others = describeOtherProperties(type, {
      checker: this.#checker,
      isClosed: this.#isClosed,
      createValue: (indexed, declaration) => this.#convertIndexed(indexed, declaration),
    });
    // A tag has set the keyword before those of the type.
    const { additionalProperties } = definition;
    delete definition.additionalProperties;
    return Object.assign(definition, additionalProperties === undefined ? {} : { additionalProperties }, others);
  }

  #addClass(symbol: ts.Symbol, definition: OpenSchema): void {
    if (isDtoClass(symbol, this.#checker)) definition.instanceOf = new ClassRef(symbol.name, symbol);
    else if (mayInheritRules(symbol, this.#checker)) {
      definition.dtoCandidate = new ClassRef(symbol.name, symbol, { isCandidate: true });
    }
  }

  override getDefinitionForRootType(type: ts.Type, ...rest: RootTypeRest): OpenSchema {
    if (!this.#checker.isTupleType(type)) return super.getDefinitionForRootType(type, ...rest);
    return Object.assign(rest[1], this.#convertTuple(type as ts.TupleTypeReference));
  }

  override getUnionDefinition(type: ts.UnionType, _keyword: string, definition: OpenSchema): OpenSchema {
    const members = this.#filterSendable(membersOf(type));
    const literals = members.flatMap((member) => literalOf(member) ?? []);
    const bigints = members.filter(({ flags }) => flags & ts.TypeFlags.BigIntLiteral);
    const texts = members.filter(({ flags }) => flags & ts.TypeFlags.TemplateLiteral);
    const others = members.filter((member) => {
      return literalOf(member) === undefined && !bigints.includes(member) && !texts.includes(member);
    });
    const sorted = others.map((member) => ({ member, key: this.#sortingKey(member) })).sort(compareKeys);
    const schemas = [
      ...sorted.map(({ member }) => this.getTypeDefinition(member)),
      ...(texts.length > 0 ? [{ type: 'string', pattern: createTextPattern(texts) }] : []),
      ...(bigints.length > 0
        ? [this.#withInstance(createBigintSchema(bigints.map((member) => this.#print(member))), 'BigInt')]
        : []),
      ...(createLiteralSchemas(literals) ?? []),
    ];
    return Object.assign(definition, createUnion(schemas));
  }

  /**
   * Returns the members of a union that JSON can represent: without functions and symbols, unless only these remain.
   */
  #filterSendable(members: readonly ts.Type[]): readonly ts.Type[] {
    const sendable = members.filter((member) => !isFunction(member) && !(member.flags & ts.TypeFlags.ESSymbolLike));
    return sendable.length > 0 ? sendable : members;
  }

  override getIntersectionDefinition(type: ts.IntersectionType, definition: OpenSchema): OpenSchema {
    return this.getClassDefinition(type, definition);
  }

  override parseCommentsIntoDefinition(symbol: ts.Symbol | undefined, definition: OpenSchema): void {
    if (symbol === undefined || isFromLibrary(symbol) || isBoundAlias(symbol)) return;
    for (const declaration of symbol.declarations ?? []) {
      if (hasOwnComment(declaration)) Object.assign(definition, docOf(declaration).keywords);
    }
  }

  /** Converts a type that typescript-json-schema converts wrongly or rejects. Returns undefined for all others. */
  #convert(type: ts.Type): OpenSchema | undefined {
    const { flags } = type;
    if (isUnresolved(type)) throw new UnrepresentableType('a type that cannot be resolved');
    if (flags & ts.TypeFlags.ESSymbolLike) throw new UnrepresentableType('a symbol');
    if (isUndefinedOrVoid(type) || flags & ts.TypeFlags.Never) throw new UnrepresentableType(`'${this.#print(type)}'`);
    if (flags & ts.TypeFlags.BigIntLiteral)
      return this.#withInstance(createBigintSchema([this.#print(type)]), 'BigInt');
    if (flags & ts.TypeFlags.BigInt) return this.#withInstance({ type: 'string', pattern: '^-?[0-9]+$' }, 'BigInt');
    if (flags & ts.TypeFlags.TemplateLiteral) return { type: 'string', pattern: createTextPattern([type]) };
    if (flags & ts.TypeFlags.StringMapping) return { type: 'string' };
    if (flags & ts.TypeFlags.Instantiable) return this.#convertConstraint(type);
    if (flags & ts.TypeFlags.NonPrimitive)
      return this.#direction === 'input' ? { type: 'object' } : { type: ['object', 'array'] };
    if (this.#direction === 'input' && membersOf(type).some((member) => boundMarkerOf(member) !== undefined)) {
      throw new UnrepresentableType('a Bound that is not the type of a parameter');
    }
    const literals = membersOf(type).map(literalOf);
    if (literals.every((literal) => literal !== undefined)) {
      return createUnion(createLiteralSchemas(literals) ?? []);
    }
    if (type.isIntersection()) return this.#convertIntersection(type);
    return flags & ts.TypeFlags.Object ? this.#convertObject(type as ts.ObjectType) : undefined;
  }

  #convertIntersection(type: ts.IntersectionType): OpenSchema | undefined {
    // A type parameter is replaced by its constraint, among the other members.
    if (type.types.some(({ flags }) => flags & ts.TypeFlags.Instantiable)) return this.#convertConstraint(type);
    // An intersection of a primitive and an object is a branded type: the object exists only for the compiler.
    const primitive = type.types.find(({ flags }) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)) === 0);
    if (primitive === undefined) return type.aliasSymbol === undefined ? this.getClassDefinition(type, {}) : undefined;
    const schema = this.getTypeDefinition(primitive);
    this.parseCommentsIntoDefinition(type.aliasSymbol, schema);
    return schema;
  }

  #convertObject(type: ts.ObjectType): OpenSchema | undefined {
    if (isFunction(type)) throw new UnrepresentableType('a function');
    if (this.#checker.isTupleType(type)) {
      // A named tuple may contain itself, which the generator handles.
      return type.aliasSymbol === undefined ? this.#convertTuple(type as ts.TupleTypeReference) : undefined;
    }
    if (this.#checker.isArrayType(type)) return this.#isEmptyArray(type) ? { type: 'array', maxItems: 0 } : undefined;
    const symbol = type.getSymbol();
    if (symbol === undefined) return this.getClassDefinition(type, {});
    if (this.#isEmptyLiteral(type, symbol)) return this.#direction === 'input' ? { type: 'object' } : {};
    const [mapped, ...others] = isMapped(type) ? (type.aliasTypeArguments ?? []) : [];
    // `Readonly<Date>` means a Date.
    if (mapped !== undefined && others.length === 0 && isLibraryInstance(mapped)) return this.getTypeDefinition(mapped);
    const librarySchema = isFromLibrary(symbol) ? this.#convertLibraryType(type) : undefined;
    if (librarySchema !== undefined) return librarySchema;
    if (this.#direction === 'output') return this.#convertToJson(type) ?? this.#convertNumberIndexed(type);
    if (symbol.flags & ts.SymbolFlags.Class && !isDtoClass(symbol, this.#checker)) {
      const method = this.#checker.getPropertiesOfType(type).find(isMethod);
      if (method !== undefined) {
        throw new UnrepresentableType(
          `an instance of '${symbol.name}' (a class with methods and without class-validator rules)`,
        );
      }
    }
    return this.#convertNumberIndexed(type);
  }

  #convertLibraryType(type: ts.ObjectType): OpenSchema | undefined {
    return createLibrarySchema(type, this.#checker, {
      createElement: (inner) => this.#convertAt(inner, '[]'),
      withInstance: (schema, className) => this.#withInstance(schema, className),
    });
  }

  #withInstance(schema: OpenSchema, className: string): OpenSchema {
    return this.#direction === 'input' ? { ...schema, instanceOf: new ClassRef(className) } : schema;
  }

  /** Converts the type that `toJSON()` returns. Returns undefined for a type without `toJSON()`. */
  #convertToJson(type: ts.Type): OpenSchema | undefined {
    const method = type.getProperty('toJSON');
    const signature = method === undefined ? undefined : this.#checker.getTypeOfSymbol(method).getCallSignatures()[0];
    return signature === undefined ? undefined : this.getTypeDefinition(signature.getReturnType());
  }

  /** Converts objects with numeric keys, which typescript-json-schema mistakes for arrays. */
  #convertNumberIndexed(type: ts.Type): OpenSchema | undefined {
    if (this.#checker.getIndexInfoOfType(type, ts.IndexKind.Number) === undefined) return undefined;
    return this.getClassDefinition(type, {});
  }

  #convertConstraint(type: ts.Type): OpenSchema {
    const constraint = this.#checker.getBaseConstraintOfType(type);
    return constraint === undefined || constraint === type ? {} : this.getTypeDefinition(constraint);
  }

  #convertTuple(type: ts.TupleTypeReference): OpenSchema {
    const elements = this.#checker.getTypeArguments(type);
    return createTupleSchema(
      type.target,
      elements.map((element, index) => this.#convertAt(element, `[${index}]`)),
    );
  }

  #isEmptyArray(type: ts.Type): boolean {
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
    return item !== undefined && (item.flags & ts.TypeFlags.Never) !== 0;
  }

  /** Checks whether a type is `{}`, which accepts more than objects. */
  #isEmptyLiteral(type: ts.Type, { flags }: ts.Symbol): boolean {
    if ((flags & ts.SymbolFlags.TypeLiteral) === 0 || isMapped(type)) return false;
    return this.#checker.getPropertiesOfType(type).length + this.#checker.getIndexInfosOfType(type).length === 0;
  }

  #convertAt(type: ts.Type | undefined, step: string): OpenSchema {
    try {
      return type === undefined ? {} : this.getTypeDefinition(type);
    } catch (error) {
      throw error instanceof UnrepresentableType ? error.within(step) : error;
    }
  }

  #convertIndexed(type: ts.Type, declaration: ts.IndexSignatureDeclaration | undefined): OpenSchema {
    const schema = this.#convertAt(type, '[]');
    return declaration?.type === undefined ? schema : refineByNode(schema, declaration.type, this.#checker);
  }

  #convertProperty(property: ts.Symbol, doc: Doc | undefined): OpenSchema {
    try {
      return { ...this.schemaOf(this.#checker.getTypeOfSymbol(property), typeNodeOf(property)), ...doc?.keywords };
    } catch (error) {
      throw error instanceof UnrepresentableType ? error.within(property.name) : error;
    }
  }

  #sortingKey(type: ts.Type): string {
    const symbol = type.getSymbol();
    return `${this.#print(type)} ${symbol === undefined ? '' : locationOf(symbol)}`;
  }

  #print(type: ts.Type): string {
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }
}

function hasOwnComment(declaration: ts.Declaration): boolean {
  return (
    ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration) || ts.isClassLike(declaration)
  );
}
