import { DefinitionError } from '../../base/errors/errors.js';
import { brands, hasBrand } from '../../base/values/brand.js';
import type { GeneratedParam, GeneratedTool } from './generated-tools.js';
import {
  checkNames,
  findEntry,
  type NamedParameters,
  type ParameterNames,
  readParameterNames,
} from './parameter-names.js';
import type { SourceParam } from './source-params.js';
import type { BindTarget, ParamOptions } from './tool-options.js';

/** A parameter of a tool's method, combined from decorators, source text, emitted and generated types. */
export interface ParamMetadata {
  readonly index: number;
  /** The name of the argument; undefined if no source provides a name. */
  readonly name: string | undefined;
  /** Whether only the source text provides the name, in which a minifier may have renamed it. */
  readonly isNamedBySource: boolean;
  /** The source of the value: the model, a binding, the pipeline, or none. */
  readonly role: 'argument' | 'binding' | 'context' | 'absent';
  readonly options: ParamOptions;
  readonly binding: BindTarget | undefined;
  readonly rest: boolean;
  readonly hasDefault: boolean;
  /** The default value; undefined unless it is a literal. */
  readonly literalDefault: { readonly value: unknown } | undefined;
  /** The emitted runtime type; undefined if the compiler emitted none. */
  readonly designType: unknown;
  /** The description generated from the TypeScript type. */
  readonly generated: GeneratedParam | undefined;
}

/** The sources that describe the parameters of a method or a plain function. */
export interface ParamDescription extends NamedParameters {
  readonly designTypes?: readonly unknown[] | undefined;
  /** The bindings that the types of the parameters declare. */
  readonly bindings?: GeneratedTool['bindings'];
  /** The number of parameters, used if no other source contains it. */
  readonly length: number;
}

/**
 * Combines the sources of each parameter.
 *
 * @throws DefinitionError if an option contains a name that is not the name of a parameter, if two state keys are stated for
 * one parameter, or if no build has read the key of a `Bound` type.
 */
export function describeParams(description: ParamDescription): readonly ParamMetadata[] {
  checkCounts(description);
  const { source, designTypes, generated, length } = description;
  const count = source?.length ?? designTypes?.length ?? generated?.length ?? length;
  const names = readParameterNames(description, count);
  const params = names.map((named, index) => describeParam(description, index, named));
  checkNames(description, names);
  return Object.freeze(params);
}

function describeParam(description: ParamDescription, index: number, names: ParameterNames): ParamMetadata {
  const { options, record } = description;
  const decorated = record?.params[index];
  const parsed = description.source?.[index];
  const generated = description.generated?.[index];
  const designType = description.designTypes?.[index];
  const named = findEntry(options.params, names);
  const binding = joinBindings(description, index, names);
  const isDescribed = (named ?? decorated?.param ?? generated ?? binding) !== undefined;
  const isContext =
    decorated?.context === true ||
    generated?.context === true ||
    isContextType(designType) ||
    (options.ctx !== undefined && names.all.includes(options.ctx)) ||
    (!isDescribed && isErasedContext(description, index, names));
  return Object.freeze({
    index,
    name: named?.name ?? names.name,
    isNamedBySource: names.isFromSource && named === undefined,
    role: isContext
      ? 'context'
      : binding !== undefined
        ? 'binding'
        : generated?.absent === true
          ? 'absent'
          : 'argument',
    options: { ...decorated?.param, ...named },
    binding,
    // The source text, if it can be read, is the most reliable source.
    rest: parsed?.rest ?? generated?.rest ?? false,
    hasDefault: parsed?.hasDefault ?? generated?.default !== undefined,
    literalDefault: literalDefaultOf(generated, parsed),
    designType,
    generated,
  });
}

/**
 * Checks whether a parameter is a ToolContext whose class was imported with `import type`, which erases it: the compiler
 * emits `Object` or `Function` as the type of the last parameter, and its name is `ctx` or `context`.
 */
function isErasedContext({ designTypes }: ParamDescription, index: number, { name }: ParameterNames): boolean {
  if (designTypes === undefined || index !== designTypes.length - 1) return false;
  const isErased = designTypes[index] === Object || designTypes[index] === Function;
  return isErased && (name === 'ctx' || name === 'context');
}

function literalDefaultOf(
  generated: GeneratedParam | undefined,
  parsed: SourceParam | undefined,
): ParamMetadata['literalDefault'] {
  if (generated?.default !== undefined) return { value: generated.default };
  return parsed !== undefined && 'default' in parsed ? { value: parsed.default } : undefined;
}

function checkCounts({ where, source, designTypes, generated }: ParamDescription): void {
  if (source !== undefined && designTypes !== undefined && source.length !== designTypes.length) {
    throw new DefinitionError(
      `${where}: its compiled text has ${source.length} parameters, but its types have ${designTypes.length}. ` +
        'The compiler rewrote the parameter list: set "target" to ES2018 or later in tsconfig.json.',
    );
  }
  const count = source?.length ?? designTypes?.length;
  if (generated === undefined || count === undefined || generated.length === count) return;
  const has = generated.length === 1 ? '1 parameter' : `${generated.length} parameters`;
  throw new DefinitionError(
    `${where}: its generated schema has ${has}, but the method has ${count}. Run 'toolwright generate'.`,
  );
}

/** Joins the binding that the type of a parameter declares with that of `@Bind()` or `bind`, which may have options. */
function joinBindings(description: ParamDescription, index: number, names: ParameterNames): BindTarget | undefined {
  const { where, options, record, bindings, designTypes } = description;
  const stated = record?.params[index]?.binding ?? bindingOf(findEntry(options.bind, names));
  const typed = bindings?.[index];
  const place = `${where}: parameter '${names.name ?? `#${index + 1}`}'`;
  if (typed === undefined) {
    if (stated === undefined && isBoundType(designTypes?.[index])) throw createUnreadError(place);
    return stated;
  }
  if (stated?.stateKey !== undefined && stated.stateKey !== typed.stateKey) {
    throw new DefinitionError(
      `${place} is bound to '${typed.stateKey}' by its type, but to '${stated.stateKey}' by @Bind() or 'bind'. ` +
        'Remove one of them.',
    );
  }
  return stated === undefined ? typed : { ...typed, ...stated, stateKey: typed.stateKey };
}

function createUnreadError(place: string): DefinitionError {
  return new DefinitionError(
    `${place} has the type Bound, whose state key no build has read. Fix one of: use the build plugin or ` +
      "toolwright/register; run 'toolwright generate' and import the module that it writes; bind the parameter with " +
      "@Bind() or 'bind'.",
  );
}

function isBoundType(designType: unknown): boolean {
  return typeof designType === 'function' && hasBrand(designType.prototype, brands.bound);
}

function bindingOf(binding: string | BindTarget | undefined): BindTarget | undefined {
  return typeof binding === 'string' ? { stateKey: binding } : binding;
}

function isContextType(designType: unknown): boolean {
  return typeof designType === 'function' && hasBrand(designType.prototype, brands.context);
}
