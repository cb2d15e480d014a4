import { ts } from './compiler.js';
import { isOptional } from './properties-of.js';
import { literalOf } from './type-predicates.js';

/** The options of a decorator, or of a function, that can be read without running it. */
export interface DecoratorOptions {
  readonly isDisabled: boolean;
  /** Whether the decorator declares a resource, a prompt or a completion, whose contents have no schema. */
  readonly isOffer?: boolean | undefined;
  /** Checks whether an option is set, with any value. */
  has(name: string): boolean;
  /** Checks whether an option is set in any case: a value of the type of the options may lack what `has` finds. */
  states(name: string): boolean;
  /** Returns the type of an option that is set. */
  typeOf(name: string): ts.Type | undefined;
  /** Returns the value of an option that is true or false, if its type or the source text contains the value. */
  flag(name: string): boolean | undefined;
  /** Returns the value of an option that is a string literal. */
  text(name: string): string | undefined;
  /** Returns the keys of an option that is an object. */
  keys(name: string): readonly string[];
  /** Returns the state key that `bind` has for a parameter, if the source text or its type contains the key. */
  boundKey(param: string): string | undefined;
  /** Returns the type of the entry of `params` for a parameter, by its name, or by its position in an array. */
  param(param: string, index: number): ts.Type | undefined;
}

/** Reads the options of a decorator of a resource, a prompt or a completion, which are its last argument. */
export function readOfferOptions({ expression }: ts.Decorator, checker: ts.TypeChecker): DecoratorOptions {
  const options = ts.isCallExpression(expression) ? expression.arguments.at(-1) : undefined;
  return { ...readOptionsOf(options, checker), isOffer: true };
}

/** Reads a decorator's first argument by its type, and literals from the source text. */
export function readOptions({ expression }: ts.Decorator, checker: ts.TypeChecker): DecoratorOptions {
  return readOptionsOf(ts.isCallExpression(expression) ? expression.arguments[0] : undefined, checker);
}

/** Reads the options of a tool by the type of their expression, and literals from the source text. */
export function readOptionsOf(argument: ts.Expression | undefined, checker: ts.TypeChecker): DecoratorOptions {
  const type = argument === undefined ? undefined : checker.getTypeAtLocation(argument);
  const member = (of: ts.Type | undefined, name: string): ts.Type | undefined => {
    const property = of?.getProperty(name);
    return property === undefined ? undefined : checker.getTypeOfSymbol(property);
  };
  const value = argument === undefined ? () => undefined : (name: string) => initializerOf(argument, name);
  const flag = (name: string): boolean | undefined => {
    const { kind } = value(name) ?? {};
    if (kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword) {
      return kind === ts.SyntaxKind.TrueKeyword;
    }
    const optionType = member(type, name);
    const literal = optionType && literalOf(optionType);
    return typeof literal?.value === 'boolean' ? literal.value : undefined;
  };
  return {
    isDisabled: flag('enabled') === false,
    has: (name) => type?.getProperty(name) !== undefined,
    states: (name) => {
      const property = type?.getProperty(name);
      return property !== undefined && !isOptional(property, checker);
    },
    typeOf: (name) => member(type, name),
    flag,
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
    boundKey: (param) => {
      const bind = value('bind');
      const written = bind && (initializerOf(bind, param) ?? bind);
      const key = written && (initializerOf(written, 'stateKey') ?? written);
      if (key !== undefined && ts.isStringLiteralLike(key)) return key.text;
      const bound = member(member(type, 'bind'), param);
      const keyType = member(bound, 'stateKey') ?? bound;
      return keyType?.isStringLiteral() === true ? keyType.value : undefined;
    },
    param: (param, index) => {
      const params = member(type, 'params');
      return member(params, param) ?? member(params, String(index)) ?? elementOf(value('params'), index, checker);
    },
  };
}

/** Returns the type of an element of an array literal, whose own type does not have it. */
function elementOf(array: ts.Expression | undefined, index: number, checker: ts.TypeChecker): ts.Type | undefined {
  const element = array !== undefined && ts.isArrayLiteralExpression(array) ? array.elements[index] : undefined;
  return element === undefined ? undefined : checker.getTypeAtLocation(element);
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
