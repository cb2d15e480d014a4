import { _, Ajv2020, type CodeKeywordDefinition, str, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import { eachSchema } from '../json-schema/schema-walk.js';
import type { CompiledSchema } from './compiled-schema.js';
import { findDuplicate } from './find-duplicate.js';

/** The options for counting the characters of a text. */
export interface CountingOptions {
  /** Whether a variation selector counts as part of the preceding character, as in class-validator. @default false */
  readonly joinsSelectors?: boolean;
}

/**
 * Compiles a schema in the internal dialect.
 *
 * @throws DefinitionError if the schema cannot be compiled.
 */
export function compileSchema(
  schema: JsonSchema,
  where: string,
  { joinsSelectors = false }: CountingOptions = {},
): CompiledSchema {
  const ownProperties = namesObjectMember(schema);
  const options = { ownProperties, joinsSelectors };
  const accepts = compile(schema, { ...options, allErrors: false }, where);
  let explain: ValidateFunction | undefined;
  return {
    accepts: (value) => accepts(value) as boolean,
    // Compiled when it is first needed, because most input is valid.
    failures: (value) => {
      explain ??= compile(schema, { ...options, allErrors: true }, where);
      // ajv creates a new list for each validation.
      return explain(value) === true ? [] : (explain.errors ?? []);
    },
  };
}

interface CompilerOptions {
  /**
   * Whether inherited members such as `constructor` must not count as properties. Slower, so only where one is named.
   */
  readonly ownProperties: boolean;
  readonly joinsSelectors: boolean;
  readonly allErrors: boolean;
}

// Compilers are cached because creating one takes milliseconds. They store no schemas between compilations.
const compilers = new Map<string, Ajv2020>();

function compilerFor({ joinsSelectors, ...options }: CompilerOptions): Ajv2020 {
  const key = `${options.ownProperties} ${options.allErrors} ${joinsSelectors}`;
  let compiler = compilers.get(key);
  if (compiler === undefined) {
    compiler = new Ajv2020({
      ...options,
      verbose: options.allErrors,
      strict: false,
      // `strict: false` would accept NaN and Infinity as numbers.
      strictNumbers: true,
      validateSchema: false,
      addUsedSchema: false,
      logger: false,
    });
    addFormats.default(compiler);
    compiler.removeKeyword('uniqueItems').addKeyword(uniqueItems);
    if (joinsSelectors) {
      compiler.removeKeyword('minLength').addKeyword(lengthKeyword('minLength'));
      compiler.removeKeyword('maxLength').addKeyword(lengthKeyword('maxLength'));
    }
    compilers.set(key, compiler);
  }
  return compiler;
}

/** The keyword `uniqueItems`, in linear time: ajv compares each pair of objects. */
const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  $data: false,
  error: {
    message: ({ params: { duplicate } }) =>
      str`must NOT have duplicate items (items ## ${_`${duplicate}.first`} and ${_`${duplicate}.second`} are identical)`,
    params: ({ params: { duplicate } }) => _`{i: ${duplicate}.second, j: ${duplicate}.first}`,
  },
  code: (context) => {
    if (context.schema !== true) return;
    const find = context.gen.scopeValue('func', { ref: findDuplicate });
    const duplicate = context.gen.const('duplicate', _`${find}(${context.data})`);
    context.setParams({ duplicate });
    context.fail(_`${duplicate} !== undefined`);
  },
};

/** Creates a length keyword that counts a variation selector as part of the preceding character. */
function lengthKeyword(keyword: 'minLength' | 'maxLength'): CodeKeywordDefinition {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    $data: false,
    error: { message: '', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code: (context) => {
      const count = context.gen.scopeValue('func', { ref: countCharacters });
      const length = _`${count}(${context.data})`;
      const { schemaCode } = context;
      context.fail(keyword === 'minLength' ? _`${length} < ${schemaCode}` : _`${length} > ${schemaCode}`);
    },
  };
}

/** Counts the characters of a text. A variation selector counts only if it does not follow a character. */
function countCharacters(text: string): number {
  let count = 0;
  let isAfterCharacter = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isSelector = code === 0xfe0e || code === 0xfe0f;
    if (!(isSelector && isAfterCharacter) && !isSecondHalf(text, index)) count++;
    isAfterCharacter = !isSelector;
  }
  return count;
}

/** Checks whether the code unit at an index is the second half of a surrogate pair. */
function isSecondHalf(text: string, index: number): boolean {
  const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return isLow && index > 0 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

function compile(schema: JsonSchema, options: CompilerOptions, where: string): ValidateFunction {
  const compiler = compilerFor(options);
  try {
    return compiler.compile(schema);
  } catch (error) {
    throw new DefinitionError(`${where}: ${describeFailure(error)}`, { cause: error });
  } finally {
    compiler.removeSchema(schema);
  }
}

function describeFailure(error: unknown): string {
  // ECMA-262, HostEnsureCanCompileStrings: the schema is not the cause, so changing it does not help.
  if (error instanceof EvalError) {
    return (
      'its JSON Schema cannot be compiled, because this runtime disallows code generation from strings (eval, ' +
      'new Function). Allow it: start Node without --disallow-code-generation-from-strings, or permit ' +
      "'unsafe-eval' in the content security policy."
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `its JSON Schema does not compile: ${reason}. Correct the schema.`;
}

const objectMembers = new Set(Object.getOwnPropertyNames(Object.prototype));

function namesObjectMember(schema: JsonSchema): boolean {
  let isNamed = false;
  eachSchema(schema, (held) => {
    isNamed ||= namedBy(held).some((name) => objectMembers.has(name));
  });
  return isNamed;
}

/** Returns the property names that one schema mentions. */
function namedBy({ properties, required = [], dependentRequired, dependentSchemas }: JsonSchema): readonly string[] {
  const needs: Readonly<Record<string, readonly string[]>> = { ...(dependentRequired as object | undefined) };
  const declared = Object.keys({ ...properties, ...(dependentSchemas as object | undefined), ...needs });
  return [...declared, ...required, ...Object.values(needs).flat()];
}
