import { ts } from './compiler.js';
import { isDtoClass } from './dto-classes.js';
import { formatLocation } from './generation-problem.js';
import { type DescribedSite, siteName } from './tool-site.js';
import { isFromLibrary, resolveAlias } from './type-predicates.js';

const utilities: ReadonlySet<string> = new Set(['Omit', 'Partial', 'Pick', 'Readonly', 'Required']);

/**
 * Finds the parameters whose type is made from a DTO class by a utility type of TypeScript, and describes each in one line:
 * such a type is no class, so that none of the rules apply.
 */
export function findLostRules(site: DescribedSite, checker: ts.TypeChecker): readonly string[] {
  return site.declaration.parameters.flatMap((parameter) => {
    return referencesIn(parameter.type).flatMap((reference) => {
      const dto = dtoOf(reference, checker);
      if (dto === undefined) return [];
      return [
        `${formatLocation(reference.getSourceFile(), reference.getStart())} ${siteName(site)}: parameter ` +
          `'${parameter.name.getText()}' has none of the rules of the class '${dto}', because ${reference.getText()} is no ` +
          'class. Fix one of: declare a class with its own rules; extend PartialType or PickType of NestJS.',
      ];
    });
  });
}

function referencesIn(node: ts.Node | undefined): readonly ts.TypeReferenceNode[] {
  if (node === undefined) return [];
  const found: ts.TypeReferenceNode[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isTypeReferenceNode(one)) found.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

/** Returns the name of the DTO class that a utility type changes. */
function dtoOf({ typeName, typeArguments }: ts.TypeReferenceNode, checker: ts.TypeChecker): string | undefined {
  const [argument] = typeArguments ?? [];
  const symbol = argument === undefined ? undefined : checker.getSymbolAtLocation(typeName);
  if (argument === undefined || symbol === undefined || !utilities.has(symbol.name)) return undefined;
  if (!isFromLibrary(resolveAlias(symbol, checker))) return undefined;
  const changed = checker.getTypeFromTypeNode(argument).getSymbol();
  return changed !== undefined && isDtoClass(changed, checker) ? changed.name : undefined;
}
