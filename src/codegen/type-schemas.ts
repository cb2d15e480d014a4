import { ClassRef } from './class-ref.js';
import { generatorArgs, type OpenSchema, type RootTypeRest, SchemaGenerator, ts } from './compiler.js';
import { docOf } from './doc-comment.js';
import { isDtoClass } from './dto-classes.js';
import { type Direction, isInJson } from './json-properties.js';
import { isLibraryInstance, librarySchema } from './library-schemas.js';
import { bigintEnum, literalUnion, textPattern } from './literal-schemas.js';
import { byKey, isMapped, isMethod, isOptional, placeOf, propertiesOf } from './properties-of.js';
import { refineByNode } from './refine-by-node.js';
import { tupleSchema } from './tuple-schema.js';
import { isFromLibrary, isFunction, isNothing, isUnresolved, literalOf, membersOf } from './type-questions.js';
import { unionOf } from './union-schema.js';
import { UnrepresentableType } from './unrepresentable-type.js';

// Types that are deeper than that go on for ever: `interface Box<T> { inner?: Box<T[]> }`.
const deepest = 100;

/**
 * Turns TypeScript types into schemas, for one tool and one direction. typescript-json-schema walks, names and refers;
 * this class decides first on every type, and itself says what objects, unions and comments are, where the generator is
 * known to be wrong: see docs/schemas-from-types.md for what becomes of what.
 */
export class TypeSchemas extends SchemaGenerator {
  readonly #checker: ts.TypeChecker;
  readonly #direction: Direction;
  #depth = 0;

  constructor(checker: ts.TypeChecker, direction: Direction) {
    super([], {}, {}, {}, checker, generatorArgs);
    this.#checker = checker;
    this.#direction = direction;
  }

  /** The named types that schemas refer to so far, as `#/definitions/…`. */
  get definitions(): Readonly<Record<string, OpenSchema>> {
    return this.reffedDefinitions;
  }

  /** The schema of one type. Throws UnrepresentableType where there is none, and a GenerationProblem on a bad tag. */
  schemaOf(type: ts.Type, node?: ts.TypeNode): OpenSchema {
    const schema = this.getTypeDefinition(type);
    return node === undefined ? schema : refineByNode(schema, node, this.#checker);
  }

  override getTypeDefinition(type: ts.Type, asRef?: boolean, ...rest: readonly unknown[]): OpenSchema {
    if (this.#depth >= deepest) throw new UnrepresentableType('a type without end');
    this.#depth += 1;
    try {
      return this.#definitionOf(type, asRef, rest);
    } finally {
      this.#depth -= 1;
    }
  }

  #definitionOf(type: ts.Type, asRef: boolean | undefined, rest: readonly unknown[]): OpenSchema {
    const decided = this.#decide(type);
    if (decided !== undefined) return decided;
    try {
      // What has no name of its own stands where it is used.
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
    // Paths differ from machine to machine, and say nothing to a model.
    return this.makeTypeNameUnique(type, name.replaceAll(/import\("[^"]*"[^)]*\)\./g, '').replaceAll(/\s/g, ''));
  }

  override getClassDefinition(type: ts.Type, definition: OpenSchema): OpenSchema {
    definition.type = 'object';
    const symbol = type.getSymbol();
    const isDto = symbol !== undefined && isDtoClass(symbol, this.#checker);
    if (isDto && this.#direction === 'input') definition.instanceOf = new ClassRef(symbol.name, symbol);
    const properties: OpenSchema = {};
    const required: string[] = [];
    for (const property of propertiesOf(type, this.#checker)) {
      if (!isInJson(property, { owner: symbol, isDto, direction: this.#direction, checker: this.#checker })) continue;
      const { schema, isIgnored } = this.#property(property);
      if (isIgnored) continue;
      properties[property.name] = schema;
      if (!isOptional(property, this.#checker)) required.push(property.name);
    }
    if (Object.keys(properties).length > 0) definition.properties = properties;
    if (required.length > 0) definition.required = required;
    return Object.assign(definition, this.#indexed(type));
  }

  override getDefinitionForRootType(type: ts.Type, ...rest: RootTypeRest): OpenSchema {
    if (!this.#checker.isTupleType(type)) return super.getDefinitionForRootType(type, ...rest);
    return Object.assign(rest[1], this.#tuple(type as ts.TupleTypeReference));
  }

  override getUnionDefinition(type: ts.UnionType, _keyword: string, definition: OpenSchema): OpenSchema {
    const members = this.#sendable(membersOf(type));
    const literals = members.flatMap((member) => literalOf(member) ?? []);
    const bigints = members.filter(({ flags }) => flags & ts.TypeFlags.BigIntLiteral);
    const texts = members.filter(({ flags }) => flags & ts.TypeFlags.TemplateLiteral);
    const others = members.filter((member) => {
      return literalOf(member) === undefined && !bigints.includes(member) && !texts.includes(member);
    });
    const sorted = others.map((member) => ({ member, key: this.#sortingKey(member) })).sort(byKey);
    const schemas = [
      ...sorted.map(({ member }) => this.getTypeDefinition(member)),
      ...(texts.length > 0 ? [{ type: 'string', pattern: textPattern(texts) }] : []),
      ...(bigints.length > 0
        ? [this.#instance(bigintEnum(bigints.map((member) => this.#print(member))), 'BigInt')]
        : []),
      ...(literalUnion(literals.map(({ value }) => value)) ?? []),
    ];
    return Object.assign(definition, unionOf(schemas));
  }

  /** What JSON can show of a union: a value that may be a function or something else can be the something else. */
  #sendable(members: readonly ts.Type[]): readonly ts.Type[] {
    const sendable = members.filter((member) => !isFunction(member) && !(member.flags & ts.TypeFlags.ESSymbolLike));
    return sendable.length > 0 ? sendable : members;
  }

  override getIntersectionDefinition(type: ts.IntersectionType, definition: OpenSchema): OpenSchema {
    return this.getClassDefinition(type, definition);
  }

  override parseCommentsIntoDefinition(symbol: ts.Symbol | undefined, definition: OpenSchema): void {
    if (symbol === undefined || isFromLibrary(symbol)) return;
    for (const declaration of symbol.declarations ?? []) {
      if (hasOwnComment(declaration)) Object.assign(definition, docOf(declaration).keywords);
    }
  }

  /** The schema of a type that typescript-json-schema would get wrong, or refuse; undefined for all others. */
  #decide(type: ts.Type): OpenSchema | undefined {
    const { flags } = type;
    if (isUnresolved(type)) throw new UnrepresentableType('a type that cannot be found');
    if (flags & ts.TypeFlags.ESSymbolLike) throw new UnrepresentableType('a symbol');
    if (isNothing(type) || flags & ts.TypeFlags.Never) throw new UnrepresentableType(`'${this.#print(type)}'`);
    if (flags & ts.TypeFlags.BigIntLiteral) return this.#instance(bigintEnum([this.#print(type)]), 'BigInt');
    if (flags & ts.TypeFlags.BigInt) return this.#instance({ type: 'string', pattern: '^-?[0-9]+$' }, 'BigInt');
    if (flags & ts.TypeFlags.TemplateLiteral) return { type: 'string', pattern: textPattern([type]) };
    if (flags & ts.TypeFlags.StringMapping) return { type: 'string' };
    if (flags & ts.TypeFlags.Instantiable) return this.#constraint(type);
    if (flags & ts.TypeFlags.NonPrimitive)
      return this.#direction === 'input' ? { type: 'object' } : { type: ['object', 'array'] };
    const literals = membersOf(type).map(literalOf);
    if (literals.every((literal) => literal !== undefined)) {
      return unionOf(literalUnion(literals.map(({ value }) => value)) ?? []);
    }
    if (type.isIntersection()) return this.#decideIntersection(type);
    return flags & ts.TypeFlags.Object ? this.#decideObject(type as ts.ObjectType) : undefined;
  }

  #decideIntersection(type: ts.IntersectionType): OpenSchema | undefined {
    // A primitive with an object is a brand: the object exists for the compiler only.
    const primitive = type.types.find((member) => (member.flags & ts.TypeFlags.Object) === 0);
    if (primitive === undefined) return type.aliasSymbol === undefined ? this.getClassDefinition(type, {}) : undefined;
    const schema = this.getTypeDefinition(primitive);
    this.parseCommentsIntoDefinition(type.aliasSymbol, schema);
    return schema;
  }

  #decideObject(type: ts.ObjectType): OpenSchema | undefined {
    if (isFunction(type)) throw new UnrepresentableType('a function');
    if (this.#checker.isTupleType(type)) {
      // One with a name may contain itself, which the generator takes care of.
      return type.aliasSymbol === undefined ? this.#tuple(type as ts.TupleTypeReference) : undefined;
    }
    if (this.#checker.isArrayType(type)) return this.#holdsNothing(type) ? { type: 'array', maxItems: 0 } : undefined;
    const symbol = type.getSymbol();
    if (symbol === undefined) return this.getClassDefinition(type, {});
    if (this.#isEmptyLiteral(type, symbol)) return this.#direction === 'input' ? { type: 'object' } : {};
    const [mapped, ...others] = isMapped(type) ? (type.aliasTypeArguments ?? []) : [];
    // `Readonly<Date>` is a Date to whoever writes it.
    if (mapped !== undefined && others.length === 0 && isLibraryInstance(mapped)) return this.getTypeDefinition(mapped);
    const known = isFromLibrary(symbol) ? this.#library(type) : undefined;
    if (known !== undefined) return known;
    if (this.#direction === 'output') return this.#statedJson(type) ?? this.#numbered(type);
    if (symbol.flags & ts.SymbolFlags.Class && !isDtoClass(symbol, this.#checker)) {
      const method = this.#checker.getPropertiesOfType(type).find(isMethod);
      if (method !== undefined) {
        throw new UnrepresentableType(
          `an instance of '${symbol.name}', a class with methods and without class-validator rules`,
        );
      }
    }
    return this.#numbered(type);
  }

  #library(type: ts.ObjectType): OpenSchema | undefined {
    return librarySchema(type, this.#checker, {
      inside: (inner) => this.#inside(inner, '[]'),
      instance: (schema, className) => this.#instance(schema, className),
    });
  }

  #instance(schema: OpenSchema, className: string): OpenSchema {
    return this.#direction === 'input' ? { ...schema, instanceOf: new ClassRef(className) } : schema;
  }

  /** What a class with `toJSON()` looks like to whoever reads the JSON. */
  #statedJson(type: ts.Type): OpenSchema | undefined {
    const method = type.getProperty('toJSON');
    const stated = method === undefined ? undefined : this.#checker.getTypeOfSymbol(method).getCallSignatures()[0];
    return stated === undefined ? undefined : this.getTypeDefinition(stated.getReturnType());
  }

  /** Objects with numbers for keys, which typescript-json-schema takes for arrays. */
  #numbered(type: ts.Type): OpenSchema | undefined {
    if (this.#checker.getIndexInfoOfType(type, ts.IndexKind.Number) === undefined) return undefined;
    return this.getClassDefinition(type, {});
  }

  #constraint(type: ts.Type): OpenSchema {
    const constraint = this.#checker.getBaseConstraintOfType(type);
    return constraint === undefined || constraint === type ? {} : this.getTypeDefinition(constraint);
  }

  #tuple(type: ts.TupleTypeReference): OpenSchema {
    const elements = this.#checker.getTypeArguments(type);
    return tupleSchema(
      type.target,
      elements.map((element, index) => this.#inside(element, `[${index}]`)),
    );
  }

  #holdsNothing(type: ts.Type): boolean {
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
    return item !== undefined && (item.flags & ts.TypeFlags.Never) !== 0;
  }

  /** `{}`, which admits more than objects. */
  #isEmptyLiteral(type: ts.Type, { flags }: ts.Symbol): boolean {
    if ((flags & ts.SymbolFlags.TypeLiteral) === 0 || isMapped(type)) return false;
    return this.#checker.getPropertiesOfType(type).length + this.#checker.getIndexInfosOfType(type).length === 0;
  }

  #inside(type: ts.Type | undefined, step: string): OpenSchema {
    try {
      return type === undefined ? {} : this.getTypeDefinition(type);
    } catch (error) {
      throw error instanceof UnrepresentableType ? error.within(step) : error;
    }
  }

  #held(type: ts.Type, declaration: ts.IndexSignatureDeclaration | undefined): OpenSchema {
    const schema = this.#inside(type, '[]');
    return declaration?.type === undefined ? schema : refineByNode(schema, declaration.type, this.#checker);
  }

  #property(property: ts.Symbol): { readonly schema: OpenSchema; readonly isIgnored: boolean } {
    const declaration = property.valueDeclaration ?? property.declarations?.[0];
    const doc = declaration === undefined ? undefined : docOf(declaration);
    if (doc?.isIgnored === true) return { schema: {}, isIgnored: true };
    const node = declaration !== undefined && hasTypeNode(declaration) ? declaration.type : undefined;
    try {
      const typed = this.schemaOf(this.#checker.getTypeOfSymbol(property), node);
      return { schema: { ...typed, ...doc?.keywords }, isIgnored: false };
    } catch (error) {
      throw error instanceof UnrepresentableType ? error.within(property.name) : error;
    }
  }

  #indexed(type: ts.Type): OpenSchema {
    const patterns: Record<string, unknown> = {};
    const indexed: OpenSchema = {};
    for (const { keyType, type: valueType, declaration } of this.#checker.getIndexInfosOfType(type)) {
      if (keyType.flags & ts.TypeFlags.ESSymbolLike) continue;
      const schema = valueType.flags & ts.TypeFlags.Never ? false : this.#held(valueType, declaration);
      if (keyType.flags & ts.TypeFlags.String) {
        indexed.additionalProperties = isAnySchema(schema) ? true : schema;
      } else if (keyType.flags & ts.TypeFlags.Number) patterns['^[0-9]+$'] = schema;
      else patterns[textPattern([keyType])] = schema;
    }
    return Object.keys(patterns).length === 0 ? indexed : { ...indexed, patternProperties: patterns };
  }

  #sortingKey(type: ts.Type): string {
    const symbol = type.getSymbol();
    return `${this.#print(type)} ${symbol === undefined ? '' : placeOf(symbol)}`;
  }

  #print(type: ts.Type): string {
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }
}

function isAnySchema(schema: OpenSchema | false): boolean {
  return schema !== false && Object.keys(schema).length === 0;
}

function hasOwnComment(declaration: ts.Declaration): boolean {
  return (
    ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration) || ts.isClassLike(declaration)
  );
}

function hasTypeNode(declaration: ts.Declaration): declaration is ts.PropertyDeclaration | ts.PropertySignature {
  return ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration);
}
