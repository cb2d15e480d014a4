import { ts } from './compiler.js';
import { isUnresolved, resolveAlias } from './type-predicates.js';

/** A call that makes tools of functions. */
export interface ToolCall {
  readonly kind: 'tool' | 'fromFunction' | 'register' | 'of';
  readonly node: ts.CallExpression;
  /** The names under which compilers may call the function. */
  readonly names: readonly string[];
  /** The position of the call among those of its names in the file, in the order of the source text. */
  readonly index: number;
  /** The number of the calls of its names in the file. */
  readonly count: number;
}

/** Returns the calls of a file, in the order of the source text. */
export function listToolCalls(file: ts.SourceFile): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && calledName(node) !== undefined) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

/** Returns the calls of a file of a function with one of the names. */
export function listCallsOf(file: ts.SourceFile, names: readonly string[]): readonly ts.CallExpression[] {
  return listToolCalls(file).filter((node) => names.includes(calledName(node) ?? ''));
}

/** Returns a call if it makes tools of functions. */
export function findToolCall(node: ts.CallExpression, checker: ts.TypeChecker): ToolCall | undefined {
  const kind = kindOf(node, checker);
  if (kind === undefined) return undefined;
  const names = [...new Set([kind, calledName(node) ?? kind])];
  const all = listCallsOf(node.getSourceFile(), names);
  return { kind, node, names, index: all.indexOf(node), count: all.length };
}

/** Returns the last part of the name of the called function: `register` in `(0, kit.register)()`. */
function calledName({ expression }: ts.CallExpression): string | undefined {
  return nameNodeOf(expression)?.text;
}

function nameNodeOf(expression: ts.Expression): ts.Identifier | undefined {
  if (ts.isIdentifier(expression)) return expression;
  if (ts.isPropertyAccessExpression(expression)) return ts.isIdentifier(expression.name) ? expression.name : undefined;
  if (ts.isParenthesizedExpression(expression)) return nameNodeOf(expression.expression);
  // Compilers call imported functions without their module as `this`.
  const isSequence = ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.CommaToken;
  return isSequence ? nameNodeOf(expression.right) : undefined;
}

/** The declarations of the functions, by their files in this package. */
const declared: Readonly<Record<ToolCall['kind'], RegExp>> = {
  tool: /\/tool\/spec\/tool\.(?:d\.)?ts$/,
  fromFunction: /\/tool\/spec\/tool-spec\.(?:d\.)?ts$/,
  register: /\/facade\/toolkit\.(?:d\.)?ts$/,
  of: /\/facade\/toolkit\.(?:d\.)?ts$/,
};

function kindOf(node: ts.CallExpression, checker: ts.TypeChecker): ToolCall['kind'] | undefined {
  const name = nameNodeOf(node.expression);
  if (name === undefined) return undefined;
  // Only an import gives a function another name. The types of all other calls need not be read.
  if (!Object.hasOwn(declared, name.text) && name !== node.expression) return undefined;
  const found = checker.getSymbolAtLocation(name);
  const symbol = found === undefined ? undefined : resolveAlias(found, checker);
  const kinds = Object.keys(declared) as readonly ToolCall['kind'][];
  const kind = kinds.find((one) => one === symbol?.name);
  if (kind !== undefined && symbol?.declarations?.some((one) => declared[kind].test(one.getSourceFile().fileName))) {
    return kind;
  }
  // If the package's declarations cannot be resolved, the call is recognized by name.
  const isByName = isUnresolved(checker.getTypeAtLocation(node.expression)) && importsPackage(node.getSourceFile());
  return isByName ? kinds.find((one) => byName[one].test(node.expression.getText())) : undefined;
}

const byName: Readonly<Record<ToolCall['kind'], RegExp>> = {
  tool: /^(?:\w+\.)?tool$/,
  fromFunction: /^(?:\w+\.)?ToolSpec\.fromFunction$/,
  register: /\.register$/,
  of: /^(?:\w+\.)?Toolkit\.of$/,
};

function importsPackage({ statements }: ts.SourceFile): boolean {
  return statements.some((statement) => {
    return ts.isImportDeclaration(statement) && /^['"]toolwright['"]$/.test(statement.moduleSpecifier.getText());
  });
}
