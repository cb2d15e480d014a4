import { ts } from './compiler.js';

/** The options of a decorator that can be read without running it. */
export interface DecoratorOptions {
  readonly isDisabled: boolean;
  /** Checks whether an option is set, with any value. */
  has(name: string): boolean;
  /** Returns the value of an option that is a string literal. */
  text(name: string): string | undefined;
  /** Returns the keys of an option that is an object. */
  keys(name: string): readonly string[];
  /** Returns the type of the entry of `params` for a parameter. */
  param(param: string): ts.Type | undefined;
  /** Checks whether `params` sets at least one of the options of a parameter. */
  paramHas(param: string, ...names: readonly string[]): boolean;
}

/** Reads a decorator's first argument by its type, and literals from the source text. */
export function readOptions({ expression }: ts.Decorator, checker: ts.TypeChecker): DecoratorOptions {
  const argument = ts.isCallExpression(expression) ? expression.arguments[0] : undefined;
  const type = argument === undefined ? undefined : checker.getTypeAtLocation(argument);
  const member = (of: ts.Type | undefined, name: string): ts.Type | undefined => {
    const property = of?.getProperty(name);
    return property === undefined ? undefined : checker.getTypeOfSymbol(property);
  };
  const value = argument === undefined ? () => undefined : (name: string) => initializerOf(argument, name);
  return {
    isDisabled: value('enabled')?.kind === ts.SyntaxKind.FalseKeyword,
    has: (name) => type?.getProperty(name) !== undefined,
    text: (name) => {
      const initializer = value(name);
      if (initializer !== undefined && ts.isStringLiteralLike(initializer)) return initializer.text;
      const optionType = member(type, name);
      return optionType?.isStringLiteral() === true ? optionType.value : undefined;
    },
    keys: (name) =>
      member(type, name)
        ?.getProperties()
        .map((property) => property.name) ?? [],
    param: (param) => member(member(type, 'params'), param),
    paramHas: (param, ...names) => {
      const paramType = member(member(type, 'params'), param);
      return names.some((name) => paramType?.getProperty(name) !== undefined);
    },
  };
}

function initializerOf(argument: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(argument)) return undefined;
  for (const property of argument.properties) {
    if (ts.isPropertyAssignment(property) && property.name.getText().replaceAll(/^['"]|['"]$/g, '') === name) {
      return property.initializer;
    }
  }
  return undefined;
}
