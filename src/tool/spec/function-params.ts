import { seePage } from '../../base/errors/docs-page.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames } from '../../base/options/check-options.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { FunctionDescription } from '../metadata/generated-functions.js';
import { describeParams, type ParamMetadata } from '../metadata/param-metadata.js';
import { type SeparatedBindings, separateBindings } from '../metadata/property-bindings.js';
import { readSourceParams } from '../metadata/source-params.js';
import { checkParamOptions, toolOptionNames } from '../metadata/tool-option-names.js';
import type { ParamOptions, ToolOptions } from '../metadata/tool-options.js';

/** A plain function that becomes a tool. */
export interface FunctionDefinition {
  readonly name: string;
  readonly implementation: (...args: never[]) => unknown;
  /** The descriptions of parameters: by name, or of all parameters in order. */
  readonly described: ToolOptions['params'] | readonly (string | ParamOptions)[] | undefined;
  readonly options: Pick<ToolOptions, 'bind' | 'ctx' | 'inputSchema'>;
  /** The description of the function from its TypeScript types. */
  readonly generated: FunctionDescription | undefined;
}

/** The description of a function: its parameters, and the bindings of properties that the entire object contains. */
export interface DescribedFunction extends Pick<SeparatedBindings, 'propertyBindings'> {
  readonly params: readonly ParamMetadata[];
}

/**
 * Describes the parameters of a plain function.
 *
 * @throws DefinitionError if a bound or native function has no names for its parameters, and on options that name
 * unknown parameters.
 */
export function describeFunction({
  name: where,
  implementation,
  described,
  options,
  generated: record,
}: FunctionDefinition): DescribedFunction {
  const generated = record?.params;
  const bindings = record?.bindings;
  const text = readSourceParams(undefined, where, implementation);
  // The text of a wrapper that passes all arguments on does not have the parameters that its type has.
  const isOfSource = record?.isOfSource === true || generated === undefined || generated.length === text?.length;
  const source = isOfSource ? text : undefined;
  const { length } = implementation;
  if (!isList(described)) {
    checkOptionNames({ params: described }, toolOptionNames, where);
    const isUnnamed =
      source === undefined && generated === undefined && (length > 0 || options.inputSchema !== undefined);
    if (isUnnamed) throw createUnnamedError(where);
    const names = [...(source ?? []), ...(generated ?? [])].map(({ name }) => name);
    const { own, propertyBindings } = separateBindings(options, names);
    const named = { ...options, bind: own, params: described };
    return { params: describeParams({ where, options: named, source, generated, bindings, length }), propertyBindings };
  }
  const params = described.map((entry, index) => readEntry(entry, `${where}: params[${index}]`));
  const count = generated?.length ?? source?.length;
  if (count !== undefined && params.length > count) {
    throw new DefinitionError(`${where}: 'params' names ${params.length} parameters, but the function has ${count}.`);
  }
  const decorated = { params: Object.fromEntries(params.map((param, index) => [index, { param }])) };
  const names = [...params, ...(source ?? []), ...(generated ?? [])].map(({ name }) => name);
  const { own, propertyBindings } = separateBindings(options, names);
  const sources = { record: decorated, source, generated, bindings, length: params.length };
  return { params: describeParams({ where, options: { ...options, bind: own }, ...sources }), propertyBindings };
}

function isList(described: FunctionDefinition['described']): described is readonly (string | ParamOptions)[] {
  return Array.isArray(described);
}

function readEntry(entry: unknown, where: string): ParamOptions {
  const options = (typeof entry === 'string' ? { name: entry } : entry) as ParamOptions | null | undefined;
  checkParamOptions(options, where);
  if (typeof options?.name === 'string' && options.name !== '') return options;
  throw new DefinitionError(`${where} must be a parameter name or options with a name, not ${previewValue(entry)}.`);
}

function createUnnamedError(where: string): DefinitionError {
  return new DefinitionError(
    `${where} is a bound or native function, whose parameters have no readable names. Name them in order: ` +
      "{ params: [{ name: 'v', type: Number }] }, or { params: ['v'] } together with an inputSchema." +
      seePage('troubleshooting'),
  );
}
