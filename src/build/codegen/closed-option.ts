import { ts } from './compiler.js';
import { GenerationProblem } from './generation-problem.js';
import type { DescribedSite } from './tool-site.js';

/**
 * Reads whether the input of a tool is closed. Returns undefined if the tool does not decide.
 *
 * @throws GenerationProblem if the value cannot be read without running the code.
 */
export function readClosed({ options, declaration }: DescribedSite, checker: ts.TypeChecker): boolean | undefined {
  const type = options.typeOf('closed');
  const closed = options.flag('closed');
  if (closed !== undefined || type === undefined || (type.flags & ts.TypeFlags.Undefined) !== 0) return closed;
  throw new GenerationProblem(
    declaration.name ?? declaration,
    `the option 'closed' is ${checker.typeToString(type)}, but must be true or false. Write the value in the decorator.`,
  );
}
