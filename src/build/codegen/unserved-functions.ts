import type { ts } from './compiler.js';
import { describeTool } from './describe-tool.js';
import type { FunctionSite } from './find-functions.js';
import { formatLocation, GenerationProblem } from './generation-problem.js';
import type { FunctionUse } from './served-functions.js';

/** Describes the functions whose types only the build plugin can add, in one line each: a generated module cannot import them. */
export function describeUnserved(uses: readonly FunctionUse[], checker: ts.TypeChecker): readonly string[] {
  return uses
    .filter(({ site }) => needsTypes(site, checker))
    .map(
      ({ site: { method }, argument: { expression } }) =>
        `${formatLocation(expression.getSourceFile(), expression.getStart())} ${method}: 'toolwright generate' serves only ` +
        'functions that it can import. Fix one of: export the function, and pass it by its name; use the build plugin or ' +
        'toolwright/register; set params or an inputSchema; make it a method with @Tool().',
    );
}

/** Checks whether a parameter has no other description or binding than its type. */
function needsTypes(site: FunctionSite, checker: ts.TypeChecker): boolean {
  try {
    const { params = [], bindings } = describeTool(site, { checker, closed: true });
    const bound = site.options.keys('bind');
    return (
      bindings !== undefined || params.some(({ name = '', schema }) => schema !== undefined && !bound.includes(name))
    );
  } catch (error) {
    if (error instanceof GenerationProblem) return true;
    throw error;
  }
}
