import { DefinitionError } from '../../base/errors/errors.js';
import { functionExecutor } from '../../call/native-executor.js';
import { isMissingDescription } from '../../schema/input/missing-description.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import { OutputValidator } from '../../schema/output/output-validator.js';
import { interpretationFor } from '../../schema/validation/pattern-mode.js';
import {
  type FunctionDescription,
  noteUseWithoutDescription,
  readGeneratedFunction,
} from '../metadata/generated-functions.js';
import { findMangledNames } from '../metadata/mangled-names.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import { commentsOf, completeOutput } from './complete-options.js';
import { describeFunction, type FunctionDefinition } from './function-params.js';
import { bindingsOf, type LateParts, type TypedParts } from './spec-parts.js';

/** A function of which a tool is made. */
export interface FunctionTool extends Omit<FunctionDefinition, 'options' | 'generated'> {
  readonly options: FunctionDefinition['options'] & Pick<ToolOptions, 'name' | 'outputSchema' | 'patterns' | 'names'>;
}

/**
 * Reads the typed parts of a function's tool. Without a generated description, they are read again when they are first
 * needed, because a generated module that describes the function may be loaded in between.
 *
 * @throws DefinitionError on what no generated description would correct.
 */
export function readFunctionTool(
  tool: FunctionTool,
  generated: FunctionDescription | undefined,
): TypedParts | LateParts {
  if (generated !== undefined) return readParts(tool, generated);
  const { name, implementation, options } = tool;
  let early: TypedParts | undefined;
  let problem: unknown;
  try {
    early = readParts(tool, undefined);
  } catch (error) {
    if (!isMissingDescription(error)) throw error;
    problem = error;
  }
  const read = (): TypedParts => {
    const found = readGeneratedFunction(implementation, name);
    if (found !== undefined) {
      if (options.name === undefined) checkName(name, found);
      return readParts(tool, found);
    }
    if (early === undefined) throw problem;
    noteUseWithoutDescription(implementation);
    return early;
  };
  return { early, read };
}

function readParts({ options, ...tool }: FunctionTool, generated: FunctionDescription | undefined): TypedParts {
  const { name, implementation } = tool;
  const { inputSchema, patterns, names } = options;
  const { params, propertyBindings } = describeFunction({ ...tool, options, generated });
  const interpretation = interpretationFor(patterns, name);
  const outputSchema = completeOutput(options, generated ?? {}, name);
  const output = outputSchema === undefined ? undefined : new OutputValidator(outputSchema, name, interpretation);
  const input = ToolInput.read({
    where: name,
    inputSchema,
    params,
    mangledNames: findMangledNames(params, implementation, names),
    reflected: false,
    isFunction: true,
    $defs: generated?.$defs,
    interpretation,
  });
  return {
    executor: functionExecutor(implementation, input.slots ?? []),
    input,
    output,
    bindings: bindingsOf(input, name, propertyBindings),
    comments: generated && commentsOf(generated),
  };
}

/** Throws if the tool already has another name than its function has in the source text. */
function checkName(name: string, generated: FunctionDescription): void {
  if (generated.name === undefined || generated.name === name) return;
  throw new DefinitionError(
    `${name}: a bundler or a minifier renamed the function '${generated.name}' before its generated description was loaded. ` +
      `Pass { name: '${generated.name}' } to tool(), or import the generated module before the tool is created.`,
  );
}
