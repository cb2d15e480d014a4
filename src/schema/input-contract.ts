import type { ValidationIssue } from '../errors.js';
import type { JsonSchema } from '../json-schema.js';
import { freezeDeep } from './freeze-deep.js';
import { pointerOf } from './json-pointer.js';
import type { BoundValues, Received, Receiver } from './receiver.js';
import { closeTopLevel, hoistDefs, omitProperties } from './schema-surgery.js';
import type { ValueSource } from './value-source.js';

/** What a model sees of a tool's input, and what is enforced: the definition less the bound names. */
export interface InputContract {
  /** The schema that models and vendors get. */
  readonly published: JsonSchema;
  /** What the compiled validator decides. */
  readonly enforced: JsonSchema;
  /** Decides what the validator leaves open, and makes of the arguments what the method receives. */
  readonly receive: Receiver | undefined;
  /**
   * How an accepted value is laid out: `object`, properties by name; `whole`, the one value of the parameter that takes
   * everything; `parameters`, values by parameter, that one's included.
   */
  readonly layout: 'object' | 'whole' | 'parameters';
  /** The author's own schema, where nothing is hidden from it. */
  readonly authored: JsonSchema | undefined;
  /** Hidden names that a model must not send. */
  readonly hidden: ReadonlySet<string>;
}

/** One argument of a contract. */
export interface ContractParameter {
  readonly name: string;
  readonly source: ValueSource;
  readonly optional: boolean;
}

/** The contract of a tool whose arguments are described one by one. */
export function parametersContract(
  parameters: readonly ContractParameter[],
  hidden: ReadonlySet<string>,
): InputContract {
  const published = objectOf(parameters, 'published');
  return {
    published: freezeDeep(announceUnions(closeTopLevel(published))),
    enforced: closeTopLevel(objectOf(parameters, 'enforced')),
    receive: receiverOf(parameters),
    layout: 'object',
    authored: undefined,
    hidden,
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
  const enforced = whole.receive === undefined ? visible : openObject(visible);
  const hides = [...bound].some((name) => Object.hasOwn(whole.published.properties ?? {}, name));
  const layout = wholeName === undefined ? 'object' : beside.length > 0 ? 'parameters' : 'whole';
  // Beside other parameters the whole is taken apart, so that something must put it together in any case.
  const decide = whole.receive ?? (beside.length > 0 ? acceptWithBound : undefined);
  const receive = decide === undefined ? undefined : onlyKnowing(whole.published, decide);
  return {
    published: freezeDeep(announceUnions(withProperties(visible, beside, 'published'))),
    enforced: withProperties(enforced, beside, 'enforced'),
    receive: receive === undefined || beside.length === 0 ? receive : splitReceiver({ receive, beside, wholeName }),
    layout,
    authored: hides || beside.length > 0 ? undefined : whole.authored,
    hidden: bound,
  };
}

/** A receiver that is told of those bound values only that belong to its own schema. */
function onlyKnowing(published: JsonSchema, receive: Receiver): Receiver {
  const names = new Set(Object.keys(published.properties ?? {}));
  return (value, bound) => {
    const own = Object.entries(bound ?? {}).filter(([name]) => names.has(name));
    return own.length === 0 ? receive(value) : receive(value, Object.fromEntries(own));
  };
}

/** Which argument names a receiver-decided object may have: the rest of its rules are the receiver's. */
function openObject(published: JsonSchema): JsonSchema {
  const { additionalProperties, unevaluatedProperties, patternProperties, properties } = published;
  if (additionalProperties !== false || patternProperties !== undefined) return { type: 'object' };
  if (unevaluatedProperties !== undefined) return { type: 'object' };
  const names = Object.keys(properties ?? {});
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, true])),
    additionalProperties: false,
  };
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
    ...parameters.filter((parameter) => !parameter.optional).map((parameter) => parameter.name),
  ];
  return {
    ...base,
    properties: { ...base.properties, ...properties },
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}

function receiverOf(parameters: readonly ContractParameter[]): Receiver | undefined {
  const receivers: [string, Receiver][] = [];
  for (const { name, source } of parameters) if (source.receive !== undefined) receivers.push([name, source.receive]);
  if (receivers.length === 0) return undefined;
  return async (value) => {
    const received: Record<string, unknown> = { ...(value as Record<string, unknown>) };
    const issues: ValidationIssue[] = [];
    for (const [name, receive] of receivers) {
      if (received[name] === undefined) continue;
      const one = await receive(received[name]);
      if (one.ok) received[name] = one.value;
      else issues.push(...one.issues.map((issue) => ({ ...issue, path: pointerOf([name]) + issue.path })));
    }
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: received };
  };
}

function acceptWithBound(value: unknown, bound?: BoundValues): Received {
  return { ok: true, value: { ...(value as object), ...bound } };
}

interface SplitParts {
  readonly receive: Receiver;
  readonly beside: readonly ContractParameter[];
  readonly wholeName: string | undefined;
}

function splitReceiver({ receive, beside, wholeName }: SplitParts): Receiver {
  const receiveBeside = receiverOf(beside);
  return async (value, bound) => {
    const whole: Record<string, unknown> = { ...(value as Record<string, unknown>) };
    const own: Record<string, unknown> = {};
    for (const { name } of beside) {
      own[name] = whole[name];
      delete whole[name];
    }
    const received: Received[] = [await receive(whole, bound)];
    received.push(await (receiveBeside?.(own) ?? { ok: true, value: own }));
    const issues = received.flatMap((one) => (one.ok ? [] : one.issues));
    if (issues.length > 0) return { ok: false, issues };
    const [first, second] = received.map((one) => (one.ok ? one.value : undefined));
    if (wholeName === undefined) return { ok: true, value: { ...(first as object), ...(second as object) } };
    return { ok: true, value: { ...(second as object), [wholeName]: first } };
  };
}

/** Says in a union argument's description which types it takes: models overlook `anyOf`. */
function announceUnions(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema.properties ?? {});
  const announced = entries.map(([name, property]) => {
    const types = typeof property === 'object' ? unionTypes(property) : [];
    if (typeof property !== 'object' || types.length < 2) return [name, property] as const;
    const words = `Accepts ${types.slice(0, -1).join(', ')} or ${types.at(-1)}.`;
    const description = property.description === undefined ? words : `${property.description} ${words}`;
    return [name, { ...property, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(announced) };
}

function unionTypes(property: JsonSchema): readonly string[] {
  if (Array.isArray(property.type)) return property.type;
  const branches = property.anyOf ?? property.oneOf ?? [];
  const types = branches.map((branch) => (typeof branch === 'object' ? branchType(branch) : undefined));
  return types.every((type) => type !== undefined) ? [...new Set(types)] : [];
}

function branchType(branch: JsonSchema): string | undefined {
  if (typeof branch.type === 'string') return branch.type;
  if (branch.const !== undefined) return JSON.stringify(branch.const);
  return branch.$ref?.split('/').at(-1);
}
