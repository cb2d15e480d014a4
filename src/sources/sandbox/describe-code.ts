import { DefinitionError } from '../../base/errors/errors.js';
import { memoize } from '../../base/values/memoize.js';
import type { GeneratedTool } from '../../tool/metadata/generated-tools.js';
import type { CodeProgram } from './code-program.js';

/** A function whose types are read. */
export interface DescribedFunction {
  readonly source: string;
  readonly program: CodeProgram;
  /** The function that reads it, for errors. */
  readonly where: string;
}

/** The compiler, once it is needed. */
class Compiler {
  #types: Promise<import('../../build/codegen/source-types.js').SourceTypes> | undefined;

  load(where: string): Promise<import('../../build/codegen/source-types.js').SourceTypes> {
    this.#types ??= loadTypes(where).catch((error: unknown) => {
      this.#types = undefined;
      throw error;
    });
    return this.#types;
  }
}

const compilers = memoize((_: object) => new Compiler());

/**
 * Describes a function by its types and comments. The first call loads the compiler, which takes seconds. Later calls
 * reuse its program.
 *
 * @throws DefinitionError if JSON Schema cannot represent a type, or typescript-json-schema is not installed.
 */
export async function describeCode({ source, program, where }: DescribedFunction): Promise<GeneratedTool> {
  const types = await compilers(globalThis).load(where);
  try {
    const name = program.name === 'default' ? 'default' : program.identifier;
    const record = types.describe({ source, name }) as GeneratedTool;
    return program.isDeclared ? withoutPrintedParts(record) : record;
  } catch (cause) {
    // Text that is nested too deeply for the compiler is a RangeError.
    throw new DefinitionError(`${where}: ${(cause as Error).message}`, { cause });
  }
}

/** Removes what `code` adds to the comment of a tool: the remark on its name, and the type of what it returns. */
function withoutPrintedParts(record: GeneratedTool): GeneratedTool {
  const description = record.description?.replace(/\s*The tool's name is ".*"\.$/, '');
  const { description: returned, ...returns } = record.returns ?? {};
  const text = typeof returned === 'string' ? removeLeadingBrackets(returned) : '';
  return {
    ...record,
    description: description === '' ? undefined : description,
    ...(record.returns === undefined ? {} : { returns: text === '' ? returns : { ...returns, description: text } }),
  };
}

function removeLeadingBrackets(text: string): string {
  if (!text.startsWith('(')) return text;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')') depth--;
    if (depth === 0) return text.slice(index + 1).trim();
  }
  return text;
}

async function loadTypes(where: string): Promise<import('../../build/codegen/source-types.js').SourceTypes> {
  try {
    const { SourceTypes } = await import('../../build/codegen/source-types.js');
    return new SourceTypes();
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes("'typescript-json-schema'"))) throw cause;
    throw new DefinitionError(
      `${where} reads the types of source text with the package typescript-json-schema. Pass an inputSchema, or run: ` +
        'npm install typescript-json-schema@~0.68.0',
      { cause },
    );
  }
}
