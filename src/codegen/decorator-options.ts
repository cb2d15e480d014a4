import { ts } from './compiler.js';

/** What can be read of a decorator's options without running it. */
export interface DecoratorOptions {
  readonly isDisabled: boolean;
  /** Whether an option is given, whatever its value. */
  has(name: string): boolean;
  /** An option that is a string literal. */
  text(name: string): string | undefined;
  /** The keys of an option that is an object. */
  keys(name: string): readonly string[];
  /** Whether `params` gives the parameter one of these. */
  paramHas(param: string, ...names: readonly string[]): boolean;
}

/** Reads a decorator's first argument: by its type, and literals by their text. */
export function readOptions({ expression }: ts.Decorator, checker: ts.TypeChecker): DecoratorOptions {
  const given = ts.isCallExpression(expression) ? expression.arguments[0] : undefined;
  const type = given === undefined ? undefined : checker.getTypeAtLocation(given);
  const member = (of: ts.Type | undefined, name: string): ts.Type | undefined => {
    const property = of?.getProperty(name);
    return property === undefined ? undefined : checker.getTypeOfSymbol(property);
  };
  const value = given === undefined ? () => undefined : (name: string) => initializerOf(given, name);
  return {
    isDisabled: value('enabled')?.kind === ts.SyntaxKind.FalseKeyword,
    has: (name) => type?.getProperty(name) !== undefined,
    text: (name) => {
      const written = value(name);
      if (written !== undefined && ts.isStringLiteralLike(written)) return written.text;
      const known = member(type, name);
      return known?.isStringLiteral() === true ? known.value : undefined;
    },
    keys: (name) =>
      member(type, name)
        ?.getProperties()
        .map((property) => property.name) ?? [],
    paramHas: (param, ...names) => {
      const said = member(member(type, 'params'), param);
      return names.some((name) => said?.getProperty(name) !== undefined);
    },
  };
}

function initializerOf(given: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(given)) return undefined;
  for (const property of given.properties) {
    if (ts.isPropertyAssignment(property) && property.name.getText().replaceAll(/^['"]|['"]$/g, '') === name) {
      return property.initializer;
    }
  }
  return undefined;
}
