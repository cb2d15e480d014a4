import { type OpenSchema, ts } from './compiler.js';
import { formatLocation, GenerationProblem } from './generation-problem.js';
import { type DescribedSite, siteName } from './tool-site.js';
import { TypeSchemas } from './type-schemas.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** The schemas that `@Param({ type })` publishes for the classes of primitive values. */
const schemaOfClass: Readonly<Record<string, OpenSchema>> = {
  StringConstructor: { type: 'string' },
  NumberConstructor: { type: 'number' },
  BooleanConstructor: { type: 'boolean' },
  ObjectConstructor: {},
};

/** The keywords that list the accepted values, or some of them. */
const listingKeywords = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref', 'properties', 'pattern'];

/**
 * Finds the parameters of a tool whose `@Param({ type })` publishes a wider type than the TypeScript type, and describes
 * each in one line: file, line, class, method, parameter.
 */
export function findWidenedParameters(site: DescribedSite, checker: ts.TypeChecker): readonly string[] {
  return site.declaration.parameters.flatMap((parameter) => {
    const published = findPublishedSchema(parameter, site, checker);
    if (published === undefined) return [];
    const typed = createTypedSchema(parameter, checker);
    if (typed === undefined || !isWider(published, typed)) return [];
    return [
      `${formatLocation(parameter.getSourceFile(), parameter.getStart())} ${siteName(site)}: ` +
        `${describeWidened(parameter.name.getText(), { published, type: typeText(parameter, checker) })} ` +
        (site.owner === undefined
          ? "Fix one of: remove its 'type' from params; list the values in its 'enum'."
          : 'Fix one of: remove the type from @Param({ type }); list the values with @Param({ enum }).'),
    ];
  });
}

/** Describes a parameter that is published with a wider type, as one sentence. */
export function describeWidened(
  name: string,
  { published, type }: { readonly published: OpenSchema; readonly type: string },
): string {
  const kind = typeof published.type === 'string' ? `any ${published.type}` : 'any value';
  return `parameter '${name}' is published as ${kind}, but its type is ${type}.`;
}

/** Checks whether a published schema accepts values that the schema of the TypeScript type does not list. */
export function isWider(published: OpenSchema, typed: OpenSchema): boolean {
  const lists = (schema: OpenSchema): boolean => listingKeywords.some((keyword) => schema[keyword] !== undefined);
  if (lists(published) || Array.isArray(published.type)) return false;
  return lists(typed) || Array.isArray(typed.type);
}

/** Returns the TypeScript type of a parameter as its author would write it. */
export function typeText(parameter: ts.ParameterDeclaration, checker: ts.TypeChecker): string {
  return parameter.type?.getText() ?? checker.typeToString(checker.getTypeAtLocation(parameter));
}

/** Returns the schema of a parameter's TypeScript type, or undefined if the type or a comment has a problem. */
export function createTypedSchema(parameter: ts.ParameterDeclaration, checker: ts.TypeChecker): OpenSchema | undefined {
  try {
    return new TypeSchemas(checker, { direction: 'input' }).schemaOf(
      checker.getTypeAtLocation(parameter),
      parameter.type,
    );
  } catch (error) {
    if (error instanceof UnrepresentableType || error instanceof GenerationProblem) return undefined;
    throw error;
  }
}

/** Returns the schema of the class in `@Param({ type })` or in the entry of `params`, unless it lists the values. */
function findPublishedSchema(
  parameter: ts.ParameterDeclaration,
  { options }: DescribedSite,
  checker: ts.TypeChecker,
): OpenSchema | undefined {
  const inline = (ts.getDecorators(parameter) ?? []).flatMap(({ expression }) =>
    ts.isCallExpression(expression) && /(?:^|\.)Param$/.test(expression.expression.getText())
      ? [...expression.arguments].slice(0, 1)
      : [],
  );
  const types = [
    ...inline.map((argument) => checker.getTypeAtLocation(argument)),
    options.param(parameter.name.getText(), parameter.parent.parameters.indexOf(parameter)),
  ];
  for (const type of types) {
    if (type === undefined || [...listingKeywords, 'schema'].some((name) => type.getProperty(name) !== undefined))
      continue;
    const property = type.getProperty('type');
    const name = property && checker.getTypeOfSymbol(property).getSymbol()?.name;
    if (name !== undefined && Object.hasOwn(schemaOfClass, name)) return schemaOfClass[name];
  }
  return undefined;
}
