import type { BindTarget } from '../../tool/metadata/tool-options.js';
import { ts } from './compiler.js';
import { GenerationProblem } from './generation-problem.js';
import type { DescribedSite } from './tool-site.js';
import { boundMarkerOf, isBoundAlias, membersOf, resolveAlias } from './type-predicates.js';

/**
 * Reads the bindings that the types of a tool's parameters declare, by the position of the parameter. Undefined if there are
 * none.
 *
 * @throws GenerationProblem on a `Bound` without a literal key, and on two keys for one parameter.
 */
export function readBindings(
  site: DescribedSite,
  checker: ts.TypeChecker,
): Readonly<Record<string, BindTarget>> | undefined {
  const { declaration, presetCount = 0 } = site;
  const declared = declaration.parameters.filter(({ name }) => name.getText() !== 'this').slice(presetCount);
  const bindings = declared.flatMap((parameter, index) => {
    const stateKey = readBoundKey(parameter, site, checker);
    if (stateKey === undefined) return [];
    checkKey(parameter, stateKey, { site, checker });
    const optional = parameter.questionToken !== undefined ? { optional: true } : {};
    return [[String(index), { stateKey, ...optional }] as const];
  });
  return bindings.length === 0 ? undefined : Object.fromEntries(bindings);
}

/** Checks whether the type of a parameter is a `Bound`, also if only the implementation of an overloaded tool declares it. */
export function isBoundParameter(
  parameter: ts.ParameterDeclaration,
  site: Pick<DescribedSite, 'declaration' | 'signature'>,
  checker: ts.TypeChecker,
): boolean {
  return boundKeysOf(parameter, site, checker).length > 0;
}

/** Returns the type that a `Bound` type is written with: of the value of the parameter. Undefined if it cannot be read. */
export function boundValueNode(node: ts.TypeNode | undefined, checker: ts.TypeChecker): ts.TypeNode | undefined {
  if (node === undefined || !ts.isTypeReferenceNode(node)) return undefined;
  const named = checker.getSymbolAtLocation(node.typeName);
  const symbol = named && resolveAlias(named, checker);
  const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
  if (symbol === undefined || alias === undefined) return undefined;
  if (isBoundAlias(symbol)) return node.typeArguments?.[0];
  return alias.typeParameters === undefined ? boundValueNode(alias.type, checker) : undefined;
}

function readBoundKey(
  parameter: ts.ParameterDeclaration,
  site: DescribedSite,
  checker: ts.TypeChecker,
): string | undefined {
  const keys = boundKeysOf(parameter, site, checker);
  if (keys.length === 0) return undefined;
  const texts = [...new Set(keys.map((key) => (key.isStringLiteral() ? key.value : undefined)))];
  const [only, other] = texts;
  if (only !== undefined && texts.length === 1) return only;
  const name = parameter.name.getText();
  throw new GenerationProblem(
    parameter,
    texts.includes(undefined)
      ? `parameter '${name}' has the type Bound with a state key that is no literal. Write the key in the type: ` +
          "Bound<string, 'session.user.id'>."
      : `parameter '${name}' has the type Bound with the state keys '${only}' and '${other}'. Remove one of them.`,
  );
}

/** Returns the types of the keys in the type of a parameter. */
function boundKeysOf(
  parameter: ts.ParameterDeclaration,
  { declaration, signature }: Pick<DescribedSite, 'declaration' | 'signature'>,
  checker: ts.TypeChecker,
): readonly ts.Type[] {
  const all = declaration.parameters.filter(({ name }) => name.getText() !== 'this');
  const symbol = signature.parameters[all.indexOf(parameter)];
  const types = [
    ...(symbol === undefined ? [] : [checker.getTypeOfSymbolAtLocation(symbol, parameter)]),
    checker.getTypeAtLocation(parameter),
  ];
  const markers = types.flatMap((type) => membersOf(type).flatMap((member) => boundMarkerOf(member) ?? []));
  return markers.flatMap((marker) => checker.getTypeArguments(marker)).flatMap(membersOf);
}

interface Checked {
  readonly site: DescribedSite;
  readonly checker: ts.TypeChecker;
}

/** Throws a GenerationProblem if `@Bind()` or the option `bind` has another key than the type of the parameter. */
function checkKey(parameter: ts.ParameterDeclaration, key: string, { site, checker }: Checked): void {
  const name = parameter.name.getText();
  const decorator = findDecorator(parameter, 'Bind')?.arguments[0];
  const decorated = decorator && checker.getTypeAtLocation(decorator);
  const stated = [
    { by: '@Bind()', key: decorated?.isStringLiteral() === true ? decorated.value : undefined },
    { by: "the option 'bind'", key: site.options.boundKey(name) },
  ];
  const other = stated.find((one) => one.key !== undefined && one.key !== key);
  if (other === undefined) return;
  throw new GenerationProblem(
    parameter,
    `parameter '${name}' is bound to '${key}' by its type, but to '${other.key}' by ${other.by}. Remove one of them.`,
  );
}

/** Returns the call of a decorator of a parameter, by the name of the decorator. */
export function findDecorator(parameter: ts.ParameterDeclaration, name: string): ts.CallExpression | undefined {
  const calls = (ts.getDecorators(parameter) ?? []).map(({ expression }) => expression).filter(ts.isCallExpression);
  return calls.find(({ expression }) => expression.getText().split('.').at(-1) === name);
}
