import { ts } from './compiler.js';
import type { FunctionSite } from './find-functions.js';
import { GenerationProblem } from './generation-problem.js';

/**
 * Checks the options that name parameters of a function: `params`, `bind` and `ctx`.
 *
 * @throws GenerationProblem on a name that is not a parameter, and on a default whose type contradicts that of the parameter.
 */
export function checkFunctionOptions(site: FunctionSite, options: ts.Expression, checker: ts.TypeChecker): void {
  const { parameters } = site.declaration;
  // With an `inputSchema`, the names of bindings may be its properties, which are known when the tool is created.
  const hasSchema = site.options.has('inputSchema');
  for (const option of ['params', 'bind'] as const) {
    const value = propertyOf(options, option);
    if (value === undefined || !ts.isObjectLiteralExpression(value)) continue;
    for (const property of value.properties) {
      const name = nameOf(property);
      if (name === undefined) continue;
      const index = parameters.findIndex((parameter) => parameter.name.getText() === name);
      if (index < 0 && hasSchema && option === 'bind') continue;
      if (index < 0) throw createUnknownProblem(property, `'${option}' names '${name}'`, site);
      if (ts.isPropertyAssignment(property)) checkDefault(property.initializer, index, { site, checker });
    }
  }
  const ctx = propertyOf(options, 'ctx');
  if (ctx === undefined || !ts.isStringLiteralLike(ctx)) return;
  if (parameters.some((parameter) => parameter.name.getText() === ctx.text)) return;
  throw createUnknownProblem(ctx, `'ctx' names '${ctx.text}'`, site);
}

interface Checked {
  readonly site: FunctionSite;
  readonly checker: ts.TypeChecker;
}

function checkDefault(entry: ts.Expression, index: number, { site, checker }: Checked): void {
  const value = propertyOf(entry, 'default');
  const declared = site.declaration.parameters[index];
  const symbol = declared && checker.getSymbolAtLocation(declared.name);
  if (value === undefined || declared === undefined || symbol === undefined) return;
  // A parameter of the implementation is as wide as all overloads together.
  const expected = checker.getTypeOfSymbolAtLocation(symbol, declared);
  const actual = checker.getTypeAtLocation(value);
  if (checker.isTypeAssignableTo(actual, expected)) return;
  throw new GenerationProblem(
    value,
    `the default of parameter '${declared.name.getText()}' is ${checker.typeToString(actual)}, but its type is ` +
      `${checker.typeToString(expected)}. Correct one of them.`,
  );
}

function createUnknownProblem(node: ts.Node, what: string, { declaration }: FunctionSite): GenerationProblem {
  const names = declaration.parameters.map(({ name }) => name.getText());
  const has = names.length === 0 ? 'The function has none.' : `The function has ${names.join(', ')}.`;
  return new GenerationProblem(node, `${what}, which is not a parameter. ${has}`);
}

function propertyOf(expression: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(expression)) return undefined;
  const found = expression.properties.find((property) => nameOf(property) === name);
  return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string | undefined {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}
