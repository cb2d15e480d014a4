import { type Args, getDefaultArgs, JsonSchemaGenerator, ts } from 'typescript-json-schema';

/**
 * The TypeScript compiler that typescript-json-schema brings along. The project's own may be of any version, and from 7
 * on has no such programming interface.
 */
export { ts };

/** A schema while it is put together: keywords are added as they are found. */
export interface OpenSchema {
  [keyword: string]: unknown;
}

/**
 * The steps in which typescript-json-schema turns a type into a schema. Its declarations call them private; naming them
 * here is what lets a subclass decide what the generator would get silently wrong. The package is held to one minor
 * version for it.
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

/** What the generator is told of a type without members of its own, besides the type. */
export type RootTypeRest = readonly [reffed: unknown, definition: OpenSchema, ...others: readonly unknown[]];

/** typescript-json-schema's generator, with its steps in sight. */
export const SchemaGenerator = JsonSchemaGenerator as unknown as new (
  symbols: readonly never[],
  allSymbols: Readonly<Record<string, never>>,
  userSymbols: Readonly<Record<string, never>>,
  inheritingTypes: Readonly<Record<string, never>>,
  checker: ts.TypeChecker,
  args: Args,
) => GeneratorSteps;

/** How the generator is run: references for named types, and what is required by TypeScript's own word. */
export const generatorArgs: Args = { ...getDefaultArgs(), required: true, ignoreErrors: true };
