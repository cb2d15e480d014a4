import { ts } from './compiler.js';
import { type DecoratorOptions, readOfferOptions, readOptions } from './decorator-options.js';
import { findOverriddenMethods } from './overridden-methods.js';
import type { ClassSite, ToolSite } from './tool-site.js';
import { isUnresolved, resolveAlias } from './type-predicates.js';

/** A class with tools that is not exported, and of which no subclass is exported. */
export interface HiddenClass {
  readonly declaration: ts.ClassLikeDeclaration;
  readonly method: ts.MethodDeclaration;
}

/** The tools of a program. */
export interface FoundTools {
  readonly tools: readonly ToolSite[];
  readonly hidden: readonly HiddenClass[];
}

/**
 * Finds the methods with `@Tool()`, `@Resource()`, `@Prompt()` or `@Complete()` in all classes of `files`. A tool belongs to the class that declares it. If that
 * class is generic or not exported, the tool belongs to each exported class that inherits it, with the types of that
 * class.
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
  const exported = findExportedClasses(files, checker);
  const reachable = new Set(exported.map(({ declaration }) => declaration));
  const tools = exported.flatMap((owner) => toolsOf(owner, { decorated, reachable, checker }));
  const covered = new Set<ts.Node>();
  for (const { owner, method, declaration } of tools) {
    covered.add(declaration);
    for (const overridden of findOverriddenMethods(owner.symbol, method, checker)) covered.add(overridden);
  }
  const hidden = [...decorated.keys()].flatMap((method) => {
    const declaration = method.parent;
    return covered.has(method) || !ts.isClassLike(declaration) ? [] : [{ declaration, method }];
  });
  return { tools, hidden };
}

/** A class of a file, with its tools. */
export interface ClassTools {
  readonly owner: ClassSite;
  /** The position of the class among the classes of its file, in the order of the source text. */
  readonly index: number;
  readonly tools: readonly ToolSite[];
}

/**
 * Finds the tools of each class of one file: exported or not, nested or anonymous. A tool belongs to the class that
 * declares it. If that class is generic, the tool also belongs to each class that inherits it, with its types.
 */
export function findToolsOfFile(file: ts.SourceFile, checker: ts.TypeChecker): readonly ClassTools[] {
  return listClasses(file).flatMap((declaration, index) => {
    const symbol = checker.getTypeAtLocation(declaration).getSymbol();
    if (symbol === undefined) return [];
    const decorated = new Map<ts.MethodDeclaration, DecoratorOptions>();
    collectInherited(checker.getDeclaredTypeOfSymbol(symbol), decorated, checker);
    const owner = { symbol, name: classNameOf(declaration), declaration };
    const tools = toolsOf(owner, { decorated, reachable: everyClass, checker });
    return tools.length === 0 ? [] : [{ owner, index, tools }];
  });
}

/** Returns the name of a class in messages. Compilers name the anonymous default export of a module `default_1`. */
export function classNameOf({ name }: ts.ClassLikeDeclaration): string {
  return name === undefined || name.text === 'default_1' ? '(anonymous class)' : name.text;
}

// Each class of the project is described in its own file, so its subclasses need no record for what they inherit.
const everyClass: Search['reachable'] = { has: () => true };

/** Returns the classes of a file that exist at runtime, in the order of the source text. */
export function listClasses(file: ts.SourceFile): readonly ts.ClassLikeDeclaration[] {
  const classes: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)) {
      return;
    }
    if (ts.isClassLike(node)) classes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return classes;
}

function collectInherited(
  type: ts.Type,
  decorated: Map<ts.MethodDeclaration, DecoratorOptions>,
  checker: ts.TypeChecker,
): void {
  for (const property of checker.getPropertiesOfType(type)) {
    for (const declaration of property.declarations ?? []) {
      if (ts.isMethodDeclaration(declaration)) collectTool(declaration, decorated, checker);
    }
  }
  if (type.isClassOrInterface())
    for (const base of checker.getBaseTypes(type)) collectInherited(base, decorated, checker);
}

function collectTool(
  member: ts.ClassElement,
  decorated: Map<ts.MethodDeclaration, DecoratorOptions>,
  checker: ts.TypeChecker,
): void {
  if (!ts.isMethodDeclaration(member)) return;
  const decorators = ts.getDecorators(member) ?? [];
  const tool = decorators.find((one) => isDecorator(one, toolDecorators, checker));
  const offer = decorators.find((one) => isDecorator(one, offerDecorators, checker));
  const options =
    (tool && readOptions(tool, checker)) ?? (offer === undefined ? undefined : readOfferOptions(offer, checker));
  if (options === undefined) return;
  if (!options.isDisabled) decorated.set(member, options);
}

/** The decorators of methods: the names of their types, and those of their functions. */
interface DecoratorNames {
  readonly type: RegExp;
  readonly callee: RegExp;
}

const toolDecorators: DecoratorNames = { type: /^(?:Checked)?ToolDecorator$/, callee: /^(?:\w+\.)?Tool$/ };
const offerDecorators: DecoratorNames = {
  type: /^OfferDecorator$/,
  callee: /^(?:\w+\.)?(?:Resource|Prompt|Complete)$/,
};

/** Checks a decorator by its type, so that `const ReadTool = () => Tool({ … })` is found too. */
function isDecorator({ expression }: ts.Decorator, names: DecoratorNames, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeAtLocation(expression);
  if (names.type.test((type.aliasSymbol ?? type.getSymbol())?.name ?? '')) return true;
  // If the package's declarations cannot be resolved, the decorator is recognized by name.
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  return isUnresolved(type) && names.callee.test(callee.getText());
}

function findExportedClasses(files: readonly ts.SourceFile[], checker: ts.TypeChecker): readonly ClassSite[] {
  const found = new Map<ts.Symbol, ClassSite>();
  for (const file of files) {
    const module = checker.getSymbolAtLocation(file);
    for (const one of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol = resolveAlias(one, checker);
      const declaration = symbol.declarations?.find(ts.isClassLike);
      if (declaration === undefined || !files.includes(declaration.getSourceFile())) continue;
      const name = declaration.name?.text ?? (one.name === 'default' ? '(default)' : one.name);
      found.set(symbol, { symbol, name, declaration });
    }
  }
  return [...found.values()];
}

interface Search {
  readonly decorated: ReadonlyMap<ts.MethodDeclaration, DecoratorOptions>;
  readonly reachable: Pick<ReadonlySet<ts.ClassLikeDeclaration>, 'has'>;
  readonly checker: ts.TypeChecker;
}

function toolsOf(owner: ClassSite, search: Search): readonly ToolSite[] {
  const { decorated, reachable, checker } = search;
  const type = checker.getDeclaredTypeOfSymbol(owner.symbol);
  const names = new Set([...decorated.keys()].map((method) => method.name.getText()));
  return [...names].flatMap((method): readonly ToolSite[] => {
    const found = findDecoratedProperty(type, method, search);
    if (found === undefined) return [];
    const { property, declaration, options } = found;
    const home = declaration.parent;
    if (home !== owner.declaration && ts.isClassLike(home)) {
      // The record of the declaring class also serves the classes that inherit the method unchanged.
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

/** Finds the decorated declaration of a method. An override without `@Tool()` uses the definition of its parent. */
function findDecoratedProperty(type: ts.Type, name: string, search: Search): DecoratedProperty | undefined {
  const property = search.checker.getPropertyOfType(type, name);
  for (const declaration of property?.declarations ?? []) {
    if (property === undefined || !ts.isMethodDeclaration(declaration)) continue;
    const options = search.decorated.get(declaration);
    if (options !== undefined) return { property, declaration, options };
  }
  if (property === undefined || !type.isClassOrInterface()) return undefined;
  for (const base of search.checker.getBaseTypes(type)) {
    const found = findDecoratedProperty(base, name, search);
    if (found !== undefined) return found;
  }
  return undefined;
}
