import { compileFunction } from 'node:vm';
import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames } from '../../base/options/check-options.js';
import { functionExecutor } from '../../call/native-executor.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';
import { type AllowedFunction, findImplementation } from './code-executor.js';
import type { CodeProgram } from './code-program.js';
import { type CodeOptions, codeNames, createCodeTool } from './from-code.js';

/**
 * Creates a tool from the text of a JavaScript or TypeScript function, which runs in this process with all of its rights.
 * Use it only for text that you trust as you trust your own code; use `fromCode` for any other. The text runs once, and
 * each call calls the function. `env` may contain any values.
 *
 * @throws DefinitionError if the text does not compile or throws, several functions could be meant, JSON Schema cannot
 * represent a type, or an option is invalid.
 */
export async function unsafeFromCode(source: string, options: CodeOptions = {}): Promise<ToolSpec> {
  checkOptionNames(options, codeNames, 'unsafeFromCode');
  return createCodeTool({ source, options, where: 'unsafeFromCode' }, (program) => {
    const implementation = evaluate(program, options);
    return (slots) => functionExecutor(implementation, slots);
  });
}

function evaluate(program: CodeProgram, { env = {}, allow = {} }: CodeOptions): (...args: never[]) => unknown {
  const functions = Object.entries(allow).map(([name, allowed]) => [name, toFunction(allowed)] as const);
  const globals = { ...env, ...Object.fromEntries(functions) };
  const names = Object.keys(globals).filter((name) => !name.includes('.'));
  if (program.isDeclared) {
    const declared = findImplementation(program, allow);
    if (declared !== undefined) return toFunction(declared);
  }
  try {
    const text = `${program.program}\n;return ${program.identifier};`;
    const create = compileFunction(text, names, { filename: 'program.ts' });
    return Reflect.apply(
      create,
      undefined,
      names.map((name) => globals[name as keyof typeof globals]),
    );
  } catch (cause) {
    throw new DefinitionError(`unsafeFromCode: the source fails: ${String(cause)}`, { cause });
  }
}

function toFunction(allowed: AllowedFunction): (...args: never[]) => unknown {
  if (!ToolSpec.is(allowed)) return allowed;
  return (args: Readonly<Record<string, unknown>> = {}) => allowed.call(args);
}
