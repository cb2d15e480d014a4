import { DefinitionError } from '../../base/errors/errors.js';
import { readTextParams, type SourceParam } from '../../tool/metadata/source-params.js';
import { type FoundFunction, findDeclaredFunctions, findFunctions } from './find-functions.js';
import { sharedStripper } from './strip-types.js';

/** The function of a source text that becomes a tool. */
export interface CodeProgram {
  /** The name of the function, or `default`. */
  readonly name: string;
  /** The name of the tool that a declaration states, because it is no identifier. */
  readonly toolName: string | undefined;
  /** The JavaScript of the text, without exports. */
  readonly program: string;
  /** The name by which the program calls the function. */
  readonly identifier: string;
  readonly isGenerator: boolean;
  /** Whether the function has no body, as in `declare function`. */
  readonly isDeclared: boolean;
  /** The parameters in the text of the function; undefined if it has none. */
  readonly params: readonly SourceParam[] | undefined;
}

const maxCharacters = 200_000;
const stripMs = 5_000;

/**
 * Reads a source text: finds the function that becomes a tool.
 *
 * @param where - The function that reads it, for errors.
 * @throws DefinitionError if the text does not compile, imports modules, or has no function or several candidates.
 */
export async function readCode(source: string, name: string | undefined, where: string): Promise<CodeProgram> {
  if (typeof source !== 'string') throw new DefinitionError(`${where}: the source must be a text.`);
  if (source.length > maxCharacters)
    throw new DefinitionError(`${where}: the source has more than ${maxCharacters} characters.`);
  const stripped = await sharedStripper().strip(source, { timeoutMs: stripMs });
  if ('failure' in stripped) throw createSyntaxError(where, stripped.failure);
  const found = findFunctions(stripped.code);
  if (found === undefined) throw createSyntaxError(where, { message: 'it is no JavaScript.' });
  if (found.hasImports) {
    throw new DefinitionError(`${where}: the source imports modules. Pass what it needs in 'env' and 'allow'.`);
  }
  const { functions, program } = found;
  const declared = functions.length > 0 ? [] : findDeclaredFunctions(source);
  const candidates = [...functions, ...declared.map(asFunction)];
  const { identifier, isGenerator, start, ...chosen } = chooseFunction(candidates, name, where);
  const isDeclared = declared.length > 0;
  const params = isDeclared ? undefined : readTextParams(stripped.code.slice(start));
  const toolName = isDeclared ? readToolName(source) : undefined;
  return { name: chosen.name, toolName, program, identifier, isGenerator, isDeclared, params };
}

function asFunction(name: string): FoundFunction {
  return { name, identifier: name, isExported: true, isGenerator: false, start: 0 };
}

/** Reads the remark with which `code` states a name that is no identifier. */
function readToolName(source: string): string | undefined {
  const [, json] = /@remarks The tool's name is ("(?:[^"\\\n]|\\.)*")\./.exec(source) ?? [];
  return json === undefined ? undefined : (JSON.parse(json) as string);
}

function chooseFunction(functions: readonly FoundFunction[], name: string | undefined, where: string): FoundFunction {
  const exported = functions.filter(({ isExported }) => isExported);
  const candidates = exported.length > 0 ? exported : functions;
  const [first, ...others] = candidates;
  const named = functions.find((one) => one.name === name || one.identifier === name);
  if (named !== undefined) return named;
  const names = functions.map((one) => one.name).join(', ');
  if (first === undefined) throw new DefinitionError(`${where}: the source has no function at its top level.`);
  if (name !== undefined && first.name !== 'default') {
    throw new DefinitionError(`${where}: the source has no function '${name}'. It has ${names}.`);
  }
  if (others.length === 0) return first;
  throw new DefinitionError(
    `${where}: the source has several functions: ${names}. Export one, or pass its name: { name }.`,
  );
}

function createSyntaxError(
  where: string,
  {
    message,
    line,
    column,
  }: {
    readonly message?: string | undefined;
    readonly line?: number | undefined;
    readonly column?: number | undefined;
  },
): DefinitionError {
  const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
  return new DefinitionError(`${where}: the source does not compile: ${message}${place}`);
}
