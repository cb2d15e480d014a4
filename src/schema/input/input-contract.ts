import type { JsonSchema } from '../../json-schema.js';
import { closeTopLevel, hoistDefs, omitProperties } from '../json-schema/edit-schema.js';
import { freezeDeep } from '../json-schema/freeze-deep.js';
import { propertyNames } from '../json-schema/property-names.js';
import { eachInPlace, isRecord } from '../json-schema/schema-walk.js';
import { announceUnions } from './announce-unions.js';
import { noNames } from './nothing.js';
import { parserOf, splitParser } from './parameter-parsers.js';
import type { BoundValues, ParseResult, ValueParser } from './value-parser.js';
import type { ValueSource } from './value-source.js';

/** What a model sees of a tool's input, and what is enforced: the definition less the bound names. */
export interface InputContract {
  /** The schema that models and vendors get. */
  readonly published: JsonSchema;
  /** What the compiled validator decides. */
  readonly enforced: JsonSchema;
  /** Decides what the validator leaves open, and makes of the arguments what the method receives. */
  readonly parse: ValueParser | undefined;
  /**
   * How an accepted value is laid out: `object`, properties by name; `whole`, the one value of the parameter that takes
   * everything; `parameters`, values by parameter, that one's included.
   */
  readonly layout: 'object' | 'whole' | 'parameters';
  /** The parameter that takes everything, in the layouts that have one. */
  readonly wholeName: string | undefined;
  /** The author's own schema, where nothing is hidden from it. */
  readonly authored: JsonSchema | undefined;
  /** Hidden names that a model must not send. */
  readonly hidden: ReadonlySet<string>;
}

/** One argument of a contract. */
export interface ContractParameter {
  readonly name: string;
  readonly source: ValueSource;
  readonly isOptional: boolean;
}

/** The contract of a tool whose arguments are described one by one. */
export function parametersContract(
  parameters: readonly ContractParameter[],
  hidden: ReadonlySet<string>,
): InputContract {
  const published = objectOf(parameters, 'published');
  return {
    published: publish(closeTopLevel(published)),
    enforced: closeTopLevel(objectOf(parameters, 'enforced')),
    parse: parserOf(parameters),
    layout: 'object',
    wholeName: undefined,
    authored: undefined,
    hidden,
  };
}

/** What models see of a schema: deeply frozen, also where only its root is frozen so far. */
function publish(schema: JsonSchema): JsonSchema {
  const published = announceUnions(schema);
  for (const value of Object.values(published)) freezeDeep(value);
  for (const property of Object.values(published.properties ?? {})) freezeDeep(property);
  return Object.freeze(published);
}

/** The same contract under another schema for the same arguments. */
export function describedContract(contract: InputContract, described: JsonSchema): InputContract {
  const visible = closeTopLevel(omitProperties(described, contract.hidden));
  return {
    ...contract,
    published: publish(visible),
    enforced: visible,
    authored: undefined,
  };
}

/** What a contract is made of where one schema describes all arguments. */
export interface WholeParts {
  readonly whole: ValueSource;
  /** The parameter that takes the whole; undefined where properties go to parameters by name, or to an executor. */
  readonly wholeName: string | undefined;
  /** Parameters beside the whole that were bound by the definition and are not any more. */
  readonly beside: readonly ContractParameter[];
  readonly bound: ReadonlySet<string>;
}

/** The contract of a tool whose arguments one schema describes. */
export function wholeContract({ whole, wholeName, beside, bound }: WholeParts): InputContract {
  const visible = closeTopLevel(omitProperties(whole.published, bound));
  const enforced = whole.parse === undefined ? visible : enforcedBeforeParser(whole, visible, bound);
  const layout = wholeName === undefined ? 'object' : beside.length > 0 ? 'parameters' : 'whole';
  // Beside other parameters the whole is taken apart, so that something must put it together in any case.
  const decide: ValueParser | undefined = whole.parse ?? (beside.length > 0 ? acceptWithBound : undefined);
  const names = decide === undefined && bound.size === 0 ? noNames : propertyNames(whole.published);
  const boundInWhole = [...bound].filter((name) => names.has(name));
  const parse = decide === undefined ? undefined : onlyKnowing(boundInWhole, decide);
  return {
    published: publish(withProperties(visible, beside, 'published')),
    enforced: withProperties(enforced, beside, 'enforced'),
    parse: parse === undefined || beside.length === 0 ? parse : splitParser({ parse, beside, wholeName }),
    layout,
    wholeName,
    authored: boundInWhole.length > 0 || beside.length > 0 ? undefined : whole.authored,
    hidden: bound,
  };
}

/** A parser that is told of those bound values only that belong to its own schema. */
function onlyKnowing(names: readonly string[], parse: ValueParser): ValueParser {
  if (names.length === 0) return (value) => parse(value);
  return (value, bound) => {
    if (bound === undefined) return parse(value);
    const own: Record<string, unknown> = {};
    for (const name of names) if (Object.hasOwn(bound, name)) own[name] = bound[name];
    return Object.keys(own).length === 0 ? parse(value) : parse(value, own);
  };
}

/** What the validator decides of a whole that a parser has the last word on. */
function enforcedBeforeParser(whole: ValueSource, visible: JsonSchema, bound: ReadonlySet<string>): JsonSchema {
  // Where the properties are stated, the parser only converts them.
  if (whole.enforced.properties === undefined) return namesOnly(visible);
  return closeTopLevel(omitProperties(whole.enforced, bound));
}

/** Which argument names a parser-decided object may have: the rest of its rules are the parser's. */
function namesOnly(published: JsonSchema): JsonSchema {
  const { additionalProperties, unevaluatedProperties } = published;
  if (additionalProperties !== false && unevaluatedProperties !== false) return { type: 'object' };
  // Where something else than the top level lets further names in, only the parser can tell.
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
