import { ts } from './compiler.js';
import { describeTool } from './describe-tool.js';
import { type FunctionSite, findFunctionsOfFile } from './find-functions.js';
import { formatLocation, GenerationProblem } from './generation-problem.js';

/**
 * Finds the functions of which a program makes tools and whose types only the build plugin can add, and describes each in one
 * line. A generated module is too late for them: the tool is created before the module that imports the function runs.
 */
export function findUnservedFunctions(files: readonly ts.SourceFile[], checker: ts.TypeChecker): readonly string[] {
  return files.flatMap((file) =>
    findFunctionsOfFile(file, checker).flatMap(({ functions, expression }) => {
      const unserved = functions.filter((site) => needsTypes(site, checker));
      return unserved.map(
        ({ method }) =>
          `${formatLocation(file, expression.getStart())} ${method}: 'toolwright generate' does not serve functions, because ` +
          'their tools are created before a generated module is loaded. Fix one of: use the build plugin or ' +
          'toolwright/register; set params or an inputSchema; make it a method with @Tool().',
      );
    }),
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
