import { ts } from './compiler.js';
import { readOptions } from './decorator-options.js';
import { GenerationProblem } from './generation-problem.js';
import { describesDto, setsRule, transformerName } from './rule-decorators.js';
import { isFromLibrary, resolveAlias } from './type-predicates.js';

/**
 * Checks whether a class or one of its parents has properties with decorators of class-validator or class-transformer,
 * or with `@Field()`. A parent that an expression creates, such as `PartialType(Base)`, has the rules of the properties
 * in its type.
 */
export function isDtoClass(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    if (!ts.isClassLike(declaration)) return false;
    return declaration.members.some((member) => isDescribed(member, checker)) || hasDtoParent(declaration, checker);
  });
}

function hasDtoParent(declaration: ts.ClassLikeDeclaration, checker: ts.TypeChecker): boolean {
  const parent = parentOf(declaration);
  if (parent === undefined) return false;
  const type = checker.getTypeAtLocation(parent);
  const symbol = type.getSymbol();
  if (symbol !== undefined && isDtoClass(symbol, checker)) return true;
  return (
    !isClassName(parent.expression, checker) && checker.getPropertiesOfType(type).some((one) => isRuled(one, checker))
  );
}

/**
 * Checks whether a class may have rules that no decorator in the source text shows, so that only the running program
 * knows: those of a parent that an expression creates, or that a declaration file declares.
 */
export function mayInheritRules({ declarations = [] }: ts.Symbol, checker: ts.TypeChecker): boolean {
  return declarations.filter(ts.isClassLike).some((declaration) => {
    const parent = parentOf(declaration);
    // The program may know a class of a declaration file by its type alone, and then must not import it.
    if (parent === undefined || declaration.getSourceFile().isDeclarationFile) return false;
    const symbol = symbolOf(parent.expression, checker);
    if (symbol === undefined) return true;
    if (isFromLibrary(symbol)) return false;
    return !isClass(symbol) || isOfDeclarationFile(symbol) || mayInheritRules(symbol, checker);
  });
}

function parentOf({ heritageClauses }: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  return heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
}

function isClassName(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  const symbol = symbolOf(expression, checker);
  return symbol !== undefined && isClass(symbol);
}

function isClass({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Class) !== 0;
}

function symbolOf(expression: ts.Expression, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(expression);
  return symbol === undefined ? undefined : resolveAlias(symbol, checker);
}

function isOfDeclarationFile({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => one.getSourceFile().isDeclarationFile);
}

function isRuled(property: ts.Symbol, checker: ts.TypeChecker): boolean {
  return declarationsOf(property, checker)
    .flatMap(decoratorsOf)
    .some((one) => setsRule(one, checker));
}

function isDescribed(member: ts.ClassElement, checker: ts.TypeChecker): boolean {
  if (!ts.isPropertyDeclaration(member)) return false;
  return decoratorsOf(member).some((one) => describesDto(one, checker) || setsRule(one, checker));
}

/** The problem of a DTO class whose properties and arguments would differ. */
export class DtoProblem extends GenerationProblem {}

/** A property of a DTO class whose instances are created from arguments. */
export interface DtoProperty {
  readonly dto: ts.Symbol;
  readonly property: ts.Symbol;
  readonly checker: ts.TypeChecker;
}

/** Checks whether class-transformer reads the property from arguments: `@Exclude()` omits it. */
export function isExcluded({ dto, property, checker }: DtoProperty): boolean {
  const decorators = declarationsOf(property, checker).flatMap(decoratorsOf);
  const exposes = decorators.filter((one) => transformerName(one, checker) === 'Expose');
  if (decorators.some((one) => excludes(one, checker))) return true;
  // No group is requested when instances are created.
  if (exposes.some((one) => readOptions(one, checker).has('groups'))) return true;
  const ofClass = (dto.declarations ?? []).flatMap(decoratorsOf);
  return exposes.length === 0 && ofClass.some((one) => excludes(one, checker));
}

function excludes(decorator: ts.Decorator, checker: ts.TypeChecker): boolean {
  if (transformerName(decorator, checker) !== 'Exclude') return false;
  return readOptions(decorator, checker).flag('toPlainOnly') !== true;
}

/**
 * Checks that the rules of class-validator decide on a property as its type and comment do.
 *
 * @throws DtoProblem for a property without a rule, or for one with a rule and `@ignore`.
 */
export function checkRule(
  { dto, property, checker }: DtoProperty,
  { isIgnored }: { readonly isIgnored: boolean },
): void {
  const declarations = declarationsOf(property, checker);
  const [first] = declarations;
  if (first === undefined || declarations.some((one) => isWithoutDecorators(one, dto))) return;
  if (isRuled(property, checker) !== isIgnored) return;
  const where = `property '${property.name}' of its DTO class '${dto.name}'`;
  throw new DtoProblem(
    first,
    isIgnored
      ? `${where} has @ignore, but its class-validator rule makes it an argument. Fix one of: remove @ignore; ` +
          'exclude the property with @Exclude() of class-transformer.'
      : `${where} has no class-validator rule, so the tool would not accept it. Fix one of: add a rule; accept any ` +
          'value with @Allow(); exclude the property with @Exclude() of class-transformer.',
  );
}

/**
 * Checks whether the decorators of a property are not where its type is declared: in a compiled package, or in the type
 * of a function that returns a class.
 */
function isWithoutDecorators(declaration: ts.Declaration, { declarations = [] }: ts.Symbol): boolean {
  const { parent } = declaration;
  if (declaration.getSourceFile().isDeclarationFile) return true;
  const isInType = ts.isTypeLiteralNode(parent) || ts.isInterfaceDeclaration(parent);
  return isInType && !declarations.some((one) => one === parent);
}

/** Returns the declarations of a property in a class and in its parents, from which class-validator inherits rules. */
function declarationsOf(property: ts.Symbol, checker: ts.TypeChecker): readonly ts.Declaration[] {
  const found = new Set<ts.Declaration>();
  const visit = ({ name, declarations = [] }: ts.Symbol): void => {
    for (const declaration of declarations) {
      if (found.has(declaration)) continue;
      found.add(declaration);
      for (const parent of parentsOf(declaration.parent, checker)) {
        const inherited = parent.getProperty(name);
        if (inherited !== undefined) visit(inherited);
      }
    }
  };
  visit(property);
  return [...found];
}

function parentsOf(node: ts.Node, checker: ts.TypeChecker): readonly ts.BaseType[] {
  if (!ts.isClassLike(node)) return [];
  const type = checker.getTypeAtLocation(node);
  return type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
}

function decoratorsOf(node: ts.Node): readonly ts.Decorator[] {
  return ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
}
