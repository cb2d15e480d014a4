import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames, ownOptions } from '../../base/options/check-options.js';
import { object, secretObject } from '../../base/options/option-rules.js';
import { ToolState } from '../../call/state/tool-state.js';
import type { ToolExecutor } from '../../call/tool-executor.js';
import type { SandboxEngine, SandboxLimits } from '../../features/code-mode/sandbox-engine.js';
import type { ParameterSlot } from '../../schema/input/input-parts.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import { generatedOutputSchema } from '../../schema/typed/output-schema.js';
import { interpretationFor } from '../../schema/validation/pattern-mode.js';
import type { GeneratedTool } from '../../tool/metadata/generated-tools.js';
import { describeParams } from '../../tool/metadata/param-metadata.js';
import { assembleSpec, type ExecutorToolOptions, executorOptionNames, ToolSpec } from '../../tool/spec/tool-spec.js';
import { checkGlobalName } from './check-global-name.js';
import { type AllowedFunction, createCodeExecutor, findImplementation } from './code-executor.js';
import { type CodeProgram, readCode } from './code-program.js';
import { describeCode } from './describe-code.js';
import { sharedEngine } from './quickjs-engine.js';
import { sandboxLimits } from './sandbox-limits.js';

/** The options of a tool from source text, whichever way it runs. */
export interface CodeOptions extends Omit<ExecutorToolOptions, 'name' | 'executor'> {
  /**
   * The function that becomes the tool. A default export without a name receives it.
   *
   * @default the exported function, or the only one
   */
  readonly name?: string | undefined;
  /** JSON values that the code sees as global variables. */
  readonly env?: Readonly<Record<string, unknown>> | undefined;
  /** The functions of the host, and the tools, that the code may await, by the names of global functions. */
  readonly allow?: Readonly<Record<string, AllowedFunction>> | undefined;
}

/** The options of {@link fromCode}. */
export interface FromCodeOptions extends CodeOptions {
  /** The limits of each call. */
  readonly limits?: SandboxLimits | undefined;
  /** The engine that runs the code. @default an engine that all tools share */
  readonly engine?: SandboxEngine | undefined;
}

const { executor: _executor, ...sharedNames } = executorOptionNames;

/** The names of the options of a tool from source text. */
export const codeNames: OptionNames<CodeOptions> = { ...sharedNames, env: secretObject, allow: object };

const fromCodeNames: OptionNames<FromCodeOptions> = { ...codeNames, limits: sandboxLimits, engine: object };

/**
 * Creates a tool from the text of a JavaScript or TypeScript function, which runs in a sandbox. Its schemas and its
 * description come from its types and comments, as `toolwright generate` reads them. That requires the package
 * typescript-json-schema, unless an `inputSchema` is given.
 *
 * @throws DefinitionError if the text does not compile, several functions could be meant, JSON Schema cannot represent a
 * type, or an option is invalid.
 * @example
 * ```ts
 * const add = await fromCode('export function add(a: number, b = 1): number { return a + b }');
 * await add.call({ a: 2 }); // 3
 * ```
 */
export async function fromCode(source: string, options: FromCodeOptions = {}): Promise<ToolSpec> {
  checkOptionNames(options, fromCodeNames, 'fromCode');
  const { engine = sharedEngine(), limits, ...others } = ownOptions(options, fromCodeNames);
  // The text is not trusted, so a pattern in its comments must not block the process.
  const definition = { patterns: 'linear' as const, ...others };
  return createCodeTool({ source, options: definition, where: 'fromCode' }, (program) => {
    const { env = {}, allow = {} } = options;
    return (slots) => createCodeExecutor({ program, engine, limits, env, allow }, slots);
  });
}

/** A source text that becomes a tool. */
export interface CodeTool {
  readonly source: string;
  readonly options: CodeOptions;
  /** The function that creates the tool, for errors. */
  readonly where: string;
}

/** Creates a tool from source text, with the executor that `prepare` creates for its function. */
export async function createCodeTool(
  { source, options, where }: CodeTool,
  prepare: (program: CodeProgram) => (slots: readonly ParameterSlot[]) => ToolExecutor,
): Promise<ToolSpec> {
  const { name: chosen, env = {}, allow = {}, ...given } = ownOptions(options, codeNames);
  const { state } = given;
  const program = await readCode(source, chosen, where);
  const globals = [...Object.keys(env), ...Object.keys(allow)];
  for (const global of globals) if (global !== program.toolName) checkGlobalName(global, where);
  const definition = { ...declaredDefinition(program, allow, where), ...given };
  const createExecutor = prepare(program);
  const name = program.toolName ?? (program.name === 'default' ? chosen : program.name);
  if (name === undefined) throw new DefinitionError(`${where}: the function has no name. Pass { name }.`);
  const { inputSchema } = definition;
  const record: GeneratedTool = inputSchema === undefined ? await describeCode({ source, program, where }) : {};
  const interpretation = interpretationFor(definition.patterns, name);
  const described = {
    where: name,
    options: { bind: definition.bind, inputSchema },
    source: program.params ?? (record.params === undefined ? soleParam : undefined),
    generated: record.params,
    bindings: record.bindings,
    length: 0,
  };
  const params = describeParams(described);
  const input = ToolInput.read({
    where: name,
    inputSchema,
    params,
    reflected: false,
    $defs: record.$defs,
    interpretation,
  });
  const { returns, $defs = {} } = record;
  const output = returns === undefined ? undefined : generatedOutputSchema(returns, $defs, `${name}: outputSchema`);
  return assembleSpec({
    options: {
      ...definition,
      name,
      description: definition.description ?? record.description,
      examples: definition.examples ?? record.examples,
      outputSchema: definition.outputSchema ?? output,
    },
    where: name,
    input,
    executor: createExecutor(input.slots ?? []),
    // A list of paths names state, and provides none.
    state: isPathList(state) ? new ToolState() : ToolState.from(state),
  });
}

/**
 * Returns the definition of a function without a body. One that a tool implements has the schemas of the tool, which
 * contain more than types can state.
 */
function declaredDefinition(
  program: CodeProgram,
  allow: Readonly<Record<string, AllowedFunction>>,
  where: string,
): Partial<Pick<ToolSpec, 'description' | 'examples' | 'inputSchema' | 'outputSchema'>> {
  if (!program.isDeclared) return {};
  const implementation = findImplementation(program, allow);
  if (implementation === undefined) {
    const { name, identifier } = program;
    throw new DefinitionError(
      `${where}: '${name}' has no body. Pass its implementation: { allow: { ${identifier} } }.`,
    );
  }
  if (!ToolSpec.is(implementation)) return {};
  const { description, examples, inputSchema, outputSchema } = implementation;
  return { description, examples, inputSchema, outputSchema };
}

/** A function without a body, whose types are not read, receives one object. */
const soleParam = [{ name: 'args', hasDefault: false, rest: false }];

function isPathList(state: CodeOptions['state']): state is readonly string[] {
  return Array.isArray(state);
}
