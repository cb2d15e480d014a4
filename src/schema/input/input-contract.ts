import type { JsonSchema } from '../../base/json/json-schema.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { closeTopLevel, hoistDefs, omitProperties } from '../json-schema/edit-schema.js';
import { freezeDeep } from '../json-schema/freeze-deep.js';
import { propertyNames } from '../json-schema/property-names.js';
import { eachInPlace, isRecord } from '../json-schema/schema-walk.js';
import { parserOf, splitParser } from '../values/parameter-parsers.js';
import type { BoundValues, ParseResult, ValueParser } from '../values/value-parser.js';
import type { ValueSource } from '../values/value-source.js';
import { announceUnions } from './announce-unions.js';
import { noNames } from './empty.js';

/** The contract of a tool's input without the bound names: the published schema, the enforced schema and the parser. */
export interface InputContract {
  /** The schema that models and exports receive. */
  readonly published: JsonSchema;
  /** The schema that the compiled validator checks. */
  readonly enforced: JsonSchema;
  /** The parser that checks the rules beyond the enforced schema and converts the arguments for the method. */
  readonly parse: ValueParser | undefined;
  /**
   * The layout of a parsed value.
   * - `object`: the arguments by property name.
   * - `root`: the value of the one parameter that receives all arguments.
   * - `parameters`: the values by parameter name, including the parameter that receives the root.
   */
  readonly layout: 'object' | 'root' | 'parameters';
  /** The name of the parameter that receives the root; undefined in the layout `object`. */
  readonly rootName: string | undefined;
  /** The name of the method's parameter whose properties are the arguments. */
  readonly flattened?: string | undefined;
  /** The author's own schema, if no part of it is hidden. */
  readonly authored: JsonSchema | undefined;
  /** The hidden names, which a model must not send. */
  readonly hidden: ReadonlySet<string>;
  /** The limits and the engine for patterns; undefined for no limits and the native engine. */
  readonly interpretation?: Interpretation | undefined;
  /**
   * The arguments whose default the code of the method applies, by the name of the definition. `parsed`: a conversion
   * creates the value that the method receives.
   */
  readonly codeDefaults?: ReadonlyMap<string, 'plain' | 'parsed'> | undefined;
  /** Returns the definition's name of an argument. Undefined if no argument is renamed. */
  readonly definedName?: ((name: string) => string) | undefined;
}

/** One argument of a contract. */
export interface ContractParameter {
  readonly name: string;
  readonly source: ValueSource;
  readonly isOptional: boolean;
}

/** Creates the contract of a tool whose arguments are described separately. */
export function createParametersContract(
  parameters: readonly ContractParameter[],
  hidden: ReadonlySet<string>,
): InputContract {
  const published = objectOf(parameters, 'published');
  return {
    published: publish(closeTopLevel(published)),
    enforced: closeTopLevel(objectOf(parameters, 'enforced')),
    parse: parserOf(parameters),
    layout: 'object',
    rootName: undefined,
    authored: undefined,
    hidden,
  };
}

/** Returns the published form of a schema, which is deeply frozen even if only its root was frozen before. */
function publish(schema: JsonSchema): JsonSchema {
  const published = announceUnions(schema);
  for (const value of Object.values(published)) freezeDeep(value);
  for (const property of Object.values(published.properties ?? {})) freezeDeep(property);
  return Object.freeze(published);
}

/** Replaces the published and enforced schemas of a contract by another schema for its arguments. */
export function describeContract(contract: InputContract, described: JsonSchema): InputContract {
  const visible = closeTopLevel(omitProperties(described, contract.hidden));
  return {
    ...contract,
    published: publish(visible),
    enforced: visible,
    authored: undefined,
  };
}

/** The parts from which a contract is created if one schema describes all arguments. */
export interface RootParts {
  readonly root: ValueSource;
  /** The parameter that receives the root; undefined if properties go to parameters by name, or to an executor. */
  readonly rootName: string | undefined;
  /** The parameters in addition to the root that the definition bound and that are no longer bound. */
  readonly extraParameters: readonly ContractParameter[];
  readonly bound: ReadonlySet<string>;
}

/** Creates the contract of a tool whose arguments are described by one schema. */
export function createRootContract({ root, rootName, extraParameters, bound }: RootParts): InputContract {
  const visible = closeTopLevel(omitProperties(root.published, bound));
  const enforced = root.parse === undefined ? visible : enforcedBeforeParser(root, visible, bound);
  const layout = rootName === undefined ? 'object' : extraParameters.length > 0 ? 'parameters' : 'root';
  // With extra parameters, the root is split off, so a parser must add its bound values in any case.
  const decide: ValueParser | undefined = root.parse ?? (extraParameters.length > 0 ? acceptWithBound : undefined);
  const names = decide === undefined && bound.size === 0 ? noNames : propertyNames(root.published);
  const boundInWhole = [...bound].filter((name) => names.has(name));
  const parse = decide === undefined ? undefined : passOwnValues(boundInWhole, decide);
  return {
    published: publish(withProperties(visible, extraParameters, 'published')),
    enforced: withProperties(enforced, extraParameters, 'enforced'),
    parse:
      parse === undefined || extraParameters.length === 0 ? parse : splitParser({ parse, extraParameters, rootName }),
    layout,
    rootName,
    authored: boundInWhole.length > 0 || extraParameters.length > 0 ? undefined : root.authored,
    hidden: bound,
  };
}

/** Wraps a parser so that it receives only the bound values of its own schema. */
function passOwnValues(names: readonly string[], parse: ValueParser): ValueParser {
  if (names.length === 0) return (value) => parse(value);
  return (value, bound) => {
    if (bound === undefined) return parse(value);
    const own: Record<string, unknown> = {};
    for (const name of names) if (Object.hasOwn(bound, name)) own[name] = bound[name];
    return Object.keys(own).length === 0 ? parse(value) : parse(value, own);
  };
}

/** Returns the schema that the validator checks before the parser of a root. */
function enforcedBeforeParser(root: ValueSource, visible: JsonSchema, bound: ReadonlySet<string>): JsonSchema {
  // If the properties are declared, the parser only converts them.
  if (root.enforced.properties === undefined) return keepNamesOnly(visible);
  return closeTopLevel(omitProperties(root.enforced, bound));
}

/** Returns a schema that only checks the names of arguments, because a parser checks all other rules. */
function keepNamesOnly(published: JsonSchema): JsonSchema {
  const { additionalProperties, unevaluatedProperties } = published;
  if (additionalProperties !== false && unevaluatedProperties !== false) return { type: 'object' };
  // If something other than the top level admits further names, only the parser can check them.
  if (published.patternProperties !== undefined || isOpenInside(published)) return { type: 'object' };
  const names = [...propertyNames(published)];
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, true])),
    additionalProperties: false,
  };
}

function isOpenInside(schema: JsonSchema): boolean {
  let isOpen = false;
  eachInPlace(schema, (held) => {
    if (!isRecord(held)) return;
    const { additionalProperties = false, patternProperties, unevaluatedProperties = false, $ref } = held;
    isOpen ||= additionalProperties !== false || unevaluatedProperties !== false || patternProperties !== undefined;
    isOpen ||= $ref !== undefined || isOpenInside(held);
  });
  return isOpen;
}

type Side = 'published' | 'enforced';

function objectOf(parameters: readonly ContractParameter[], side: Side): JsonSchema {
  return withProperties({ type: 'object', properties: {} }, parameters, side);
}

function withProperties(base: JsonSchema, parameters: readonly ContractParameter[], side: Side): JsonSchema {
  if (parameters.length === 0) return base;
  const roots = Object.fromEntries(parameters.map(({ name, source }) => [name, source[side]]));
  const { properties, $defs } = hoistDefs(roots, base.$defs);
  const required = [
    ...(base.required ?? []),
    ...parameters.filter((parameter) => !parameter.isOptional).map((parameter) => parameter.name),
  ];
  return {
    ...base,
    properties: { ...base.properties, ...properties },
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}

function acceptWithBound(value: unknown, bound?: BoundValues): ParseResult {
  return { ok: true, value: { ...(value as object), ...bound } };
}
