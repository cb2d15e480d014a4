import { type Args, getDefaultArgs, JsonSchemaGenerator, ts } from 'typescript-json-schema';

/**
 * The TypeScript compiler that typescript-json-schema depends on. The project's compiler may have any version, and
 * version 7 and later have no such API.
 */
export { ts };

/** A schema under construction: keywords are added as they are found. */
export interface OpenSchema {
  [keyword: string]: unknown;
}

/**
 * The steps in which typescript-json-schema converts a type to a schema. Its declarations mark them as private.
 * Declaring them here allows a subclass to handle types that the generator converts wrongly without an error. The
 * dependency is pinned to one minor version for this reason.
 */
interface GeneratorSteps {
  readonly reffedDefinitions: Readonly<Record<string, OpenSchema>>;
  getTypeDefinition(type: ts.Type, asRef?: boolean, ...rest: readonly unknown[]): OpenSchema;
  getTypeName(type: ts.Type): string;
  makeTypeNameUnique(type: ts.Type, name: string): string;
  getClassDefinition(type: ts.Type, definition: OpenSchema): OpenSchema;
  getDefinitionForRootType(type: ts.Type, ...rest: RootTypeRest): OpenSchema;
  getUnionDefinition(type: ts.UnionType, keyword: string, definition: OpenSchema): OpenSchema;
  getIntersectionDefinition(type: ts.IntersectionType, definition: OpenSchema): OpenSchema;
  parseCommentsIntoDefinition(symbol: ts.Symbol | undefined, definition: OpenSchema): void;
}

/** The arguments that the generator passes along with a type without members. */
export type RootTypeRest = readonly [reffed: unknown, definition: OpenSchema, ...others: readonly unknown[]];

/** The generator of typescript-json-schema, with its steps declared. */
export const SchemaGenerator = JsonSchemaGenerator as unknown as new (
  symbols: readonly never[],
  allSymbols: Readonly<Record<string, never>>,
  userSymbols: Readonly<Record<string, never>>,
  inheritingTypes: Readonly<Record<string, never>>,
  checker: ts.TypeChecker,
  args: Args,
) => GeneratorSteps;

/** The options of the generator: references for named types, and required properties as TypeScript declares them. */
export const generatorArgs: Args = { ...getDefaultArgs(), required: true, ignoreErrors: true };
