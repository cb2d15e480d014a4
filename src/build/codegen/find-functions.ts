import { isBoundParameter } from './bound-types.js';
import { ts } from './compiler.js';
import { readOptionsOf } from './decorator-options.js';
import { listMembers, type ResolvedFunction, resolveFunction, skipOuter } from './resolve-function.js';
import { findToolCall, listToolCalls, type ToolCall } from './tool-calls.js';
import type { DescribedSite } from './tool-site.js';

/** A function of which a program makes a tool. */
export interface FunctionSite extends DescribedSite {
  readonly owner: undefined;
  /** The name of the function in the source text. */
  readonly name: string | undefined;
  /** The module-level declarations and constants whose value is the function itself, the nearest first. */
  readonly holders: readonly ts.Symbol[];
  /** Whether the value is another function, which has the type of this one. @default false */
  readonly isWrapped?: true;
  /** The key of the function in the object that contains it. Undefined for a function that is passed by itself. */
  readonly key: string | undefined;
}

/** An expression that is passed to a call that makes tools: a function, or an object of functions. */
export interface FunctionArgument {
  readonly call: ToolCall;
  /** The index of the argument, followed by those in the array literals that contain the expression. */
  readonly path: readonly number[];
  readonly expression: ts.Expression;
  /** The expression of the options that describe the function. */
  readonly options: ts.Expression | undefined;
  /** The functions whose declarations can be read. */
  readonly functions: readonly FunctionSite[];
}

/** Finds the functions of which a file makes tools: in `tool()`, `ToolSpec.fromFunction()`, `register()` and `Toolkit.of()`. */
export function findFunctionsOfFile(file: ts.SourceFile, checker: ts.TypeChecker): readonly FunctionArgument[] {
  return listToolCalls(file).flatMap((node) => {
    const call = findToolCall(node, checker);
    if (call === undefined) return [];
    const count = call.kind === 'of' ? node.arguments.length : 1;
    const options = call.kind === 'tool' || call.kind === 'fromFunction' ? node.arguments[1] : undefined;
    return node.arguments
      .slice(0, count)
      .flatMap((argument, index) => argumentsIn(argument, [index], { call, options, checker }));
  });
}

interface Search {
  readonly call: ToolCall;
  readonly options: ts.Expression | undefined;
  readonly checker: ts.TypeChecker;
}

function argumentsIn(expression: ts.Expression, path: readonly number[], search: Search): readonly FunctionArgument[] {
  const inner = skipOuter(expression);
  if (ts.isSpreadElement(inner)) return [];
  if (ts.isArrayLiteralExpression(inner)) {
    return inner.elements.flatMap((element, index) => argumentsIn(element, [...path, index], search));
  }
  const { call, options, checker } = search;
  const found = resolveFunction(expression, checker);
  const described = readOptionsOf(options, checker);
  const toSite = (one: ResolvedFunction, key: string | undefined): FunctionSite => {
    const method = declaredName(one) ?? described.text('name') ?? key ?? one.name ?? '(anonymous function)';
    return { ...one, owner: undefined, method, key, options: described };
  };
  if (found !== undefined) {
    const isInline = found.declaration === inner;
    const isTypedBySchema = described.has('inputSchema') && isInline && isInferred(found, checker);
    const site = { ...toSite(found, undefined), holder: isInline ? findHolder(call, checker) : undefined };
    return [{ call, path, expression, options, functions: isTypedBySchema ? [] : [site] }];
  }
  if (call.kind === 'tool' || call.kind === 'fromFunction') return [{ call, path, expression, options, functions: [] }];
  const functions = listMembers(expression, checker).map(([key, member]) => toSite(member, key));
  return [{ call, path, expression, options, functions }];
}

/** Checks whether the compiler infers the types of parameters from where the function is passed, and none is bound. */
function isInferred(found: ResolvedFunction, checker: ts.TypeChecker): boolean {
  const { declaration } = found;
  if (declaration.parameters.some((parameter) => isBoundParameter(parameter, found, checker))) return false;
  return declaration.parameters.some(({ type, initializer }) => type === undefined && initializer === undefined);
}

/** Finds the declaration whose value is the tool that a call makes, or the tool that its methods such as `preset` return. */
function findHolder({ kind, node }: ToolCall, checker: ts.TypeChecker): ts.Node | undefined {
  if (kind !== 'tool' && kind !== 'fromFunction') return undefined;
  let value: ts.Expression = node;
  while (isAround(value.parent, value)) value = value.parent;
  const typeNameOf = (one: ts.Expression): string | undefined => checker.getTypeAtLocation(one).getSymbol()?.name;
  const { parent } = value;
  const isHolder =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isExportAssignment(parent);
  return isHolder && typeNameOf(value) === typeNameOf(node) ? parent : undefined;
}

/** Checks whether a node is an expression around another: parentheses, a type assertion, or the call of a method of it. */
function isAround(node: ts.Node, inner: ts.Expression): node is ts.Expression {
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return node.expression === inner;
  return ts.isExpression(node) && skipOuter(node) === skipOuter(inner);
}

/** Returns the name that the source text of a function uses, also where a wrapper of it has another one. */
export function declaredName({ declaration }: Pick<ResolvedFunction, 'declaration'>): string | undefined {
  const name = declaration.name ?? (ts.isVariableDeclaration(declaration.parent) ? declaration.parent.name : undefined);
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}
