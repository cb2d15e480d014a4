import { ts } from './compiler.js';
import { type DecoratorOptions, readOptions } from './decorator-options.js';
import { overriddenMethods } from './overridden-methods.js';
import { behindAlias, isUnresolved } from './type-questions.js';

/** A class that the generated module imports. */
export interface ClassSite {
  readonly symbol: ts.Symbol;
  readonly name: string;
  readonly declaration: ts.ClassLikeDeclaration;
}

/** One tool of one class: the class that its record is for, and the method as that class sees it. */
export interface ToolSite {
  readonly owner: ClassSite;
  readonly method: string;
  /** The decorated implementation. */
  readonly declaration: ts.MethodDeclaration;
  /** The first declared one, type arguments filled in. */
  readonly signature: ts.Signature;
  readonly options: DecoratorOptions;
}

/** A class with tools that no other module can import, nor any class made from it. */
export interface HiddenClass {
  readonly declaration: ts.ClassLikeDeclaration;
  readonly method: ts.MethodDeclaration;
}

/** What a program has in tools. */
export interface FoundTools {
  readonly tools: readonly ToolSite[];
  readonly hidden: readonly HiddenClass[];
}

/**
 * Finds the methods with `@Tool()` of all classes in `files`. A tool belongs to the class that declares it; one of a
 * generic or unexported class, to each exported class that inherits it, as seen from there.
 */
export function findTools(files: readonly ts.SourceFile[], checker: ts.TypeChecker): FoundTools {
  const decorated = new Map<ts.MethodDeclaration, DecoratorOptions>();
  const classes: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      classes.push(node);
      for (const member of node.members) collectTool(member, decorated, checker);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  const exported = exportedClasses(files, checker);
  const reachable = new Set(exported.map(({ declaration }) => declaration));
  const tools = exported.flatMap((owner) => toolsOf(owner, { decorated, reachable, checker }));
  const covered = new Set<ts.Node>();
  for (const { owner, method, declaration } of tools) {
    covered.add(declaration);
    for (const overridden of overriddenMethods(owner.symbol, method, checker)) covered.add(overridden);
  }
  const hidden = [...decorated.keys()].flatMap((method) => {
    const declaration = method.parent;
    return covered.has(method) || !ts.isClassLike(declaration) ? [] : [{ declaration, method }];
  });
  return { tools, hidden };
}

function collectTool(
  member: ts.ClassElement,
  decorated: Map<ts.MethodDeclaration, DecoratorOptions>,
  checker: ts.TypeChecker,
): void {
  if (!ts.isMethodDeclaration(member)) return;
  const decorator = (ts.getDecorators(member) ?? []).find((one) => isTool(one, checker));
  if (decorator === undefined) return;
  const options = readOptions(decorator, checker);
  if (!options.isDisabled) decorated.set(member, options);
}

/** By the type of what decorates, so that `const ReadTool = () => Tool({ … })` counts too. */
function isTool({ expression }: ts.Decorator, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeAtLocation(expression);
  if ((type.aliasSymbol ?? type.getSymbol())?.name === 'ToolDecorator') return true;
  // Without its declarations, the package is known by the name alone.
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  return isUnresolved(type) && /^(?:\w+\.)?Tool$/.test(callee.getText());
}

function exportedClasses(files: readonly ts.SourceFile[], checker: ts.TypeChecker): readonly ClassSite[] {
  const found = new Map<ts.Symbol, ClassSite>();
  for (const file of files) {
    const module = checker.getSymbolAtLocation(file);
    for (const one of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol = behindAlias(one, checker);
      const declaration = symbol.declarations?.find(ts.isClassLike);
      if (declaration === undefined || !files.includes(declaration.getSourceFile())) continue;
      const name = declaration.name?.text ?? (one.name === 'default' ? '(default)' : one.name);
      found.set(symbol, { symbol, name, declaration });
    }
  }
  return [...found.values()];
}

interface Finding {
  readonly decorated: ReadonlyMap<ts.MethodDeclaration, DecoratorOptions>;
  readonly reachable: ReadonlySet<ts.ClassLikeDeclaration>;
  readonly checker: ts.TypeChecker;
}

function toolsOf(owner: ClassSite, finding: Finding): readonly ToolSite[] {
  const { decorated, reachable, checker } = finding;
  const type = checker.getDeclaredTypeOfSymbol(owner.symbol);
  const names = new Set([...decorated.keys()].map((method) => method.name.getText()));
  return [...names].flatMap((method): readonly ToolSite[] => {
    const found = decoratedProperty(type, method, finding);
    if (found === undefined) return [];
    const { property, declaration, options } = found;
    const home = declaration.parent;
    if (home !== owner.declaration && ts.isClassLike(home)) {
      // The home's own record serves all who inherit the method as it is.
      if (reachable.has(home) && home.typeParameters === undefined) return [];
    }
    const [signature] = checker.getTypeOfSymbolAtLocation(property, owner.declaration).getCallSignatures();
    return signature === undefined ? [] : [{ owner, method, declaration, signature, options }];
  });
}

interface DecoratedProperty {
  readonly property: ts.Symbol;
  readonly declaration: ts.MethodDeclaration;
  readonly options: DecoratorOptions;
}

/** An override without `@Tool()` keeps its parent's definition. */
function decoratedProperty(type: ts.Type, name: string, finding: Finding): DecoratedProperty | undefined {
  const property = finding.checker.getPropertyOfType(type, name);
  for (const declaration of property?.declarations ?? []) {
    if (property === undefined || !ts.isMethodDeclaration(declaration)) continue;
    const options = finding.decorated.get(declaration);
    if (options !== undefined) return { property, declaration, options };
  }
  if (property === undefined || !type.isClassOrInterface()) return undefined;
  for (const base of finding.checker.getBaseTypes(type)) {
    const found = decoratedProperty(base, name, finding);
    if (found !== undefined) return found;
  }
  return undefined;
}
