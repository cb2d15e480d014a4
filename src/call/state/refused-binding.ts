import { UnboundStateError, type ValidationIssue } from '../../base/errors/errors.js';
import { stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { classNameOf } from '../../base/values/class-name.js';
import { listOf } from '../../base/values/list-of.js';
import { fitsKeywords } from '../../schema/validation/fits-keywords.js';
import { isPlainObject } from '../../schema/values/copy-json.js';
import type { Binding } from './binding.js';

/** A bound value that the input schema of its tool rejects. */
export interface RefusedValue {
  readonly binding: Binding;
  readonly value: unknown;
  /** The schema of the parameter, if it is known. */
  readonly schema: JsonSchema | boolean | undefined;
  /** The issues of the value. Their paths begin with the name of the parameter. */
  readonly issues: readonly ValidationIssue[];
}

/**
 * Creates the error for bound values that the input schema rejects. It shows types instead of values: what the schema says, which
 * may contain a value, is in `cause` alone, because clients can receive the message and the details.
 */
export function createRefusedBindingError(
  refused: readonly RefusedValue[],
  toolName: string,
  cause: unknown,
): UnboundStateError {
  const described = refused.map((one) => describeRefusal(one, toolName));
  const [first] = described;
  return new UnboundStateError(described.map(({ message }) => message).join(' '), {
    toolName,
    details: first?.details,
    cause,
  });
}

interface Refusal {
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function describeRefusal({ binding, value, schema, issues: [issue] }: RefusedValue, toolName: string): Refusal {
  const { parameter, stateKey, preset } = binding;
  const [, ...steps] = stepsOf(issue?.path ?? '');
  const held = steps.reduce(memberOf, value);
  const type = typeAt(schema, steps);
  const received = typeNameOf(held);
  const place = steps.length === 0 ? '' : `/${steps.join('/')} `;
  const isMistyped = type !== undefined && !fitsKeywords(held, { type });
  const expected = type === undefined ? undefined : listOf(type).join(' or ');
  const problem = isMistyped ? `must be ${expected}, got ${received}` : 'is refused by it (see the cause)';
  const origin = preset === undefined ? `at state key '${stateKey}' for` : 'that is preset for';
  const remedy = preset === undefined ? 'Correct it in the state, or the default of the binding.' : 'Correct it.';
  return {
    message: `The value ${origin} parameter '${parameter}' of '${toolName}' does not match its schema: ${place}${problem}. ${remedy}`,
    details: { stateKey, parameter, ...(expected === undefined ? {} : { expected }), received },
  };
}

function memberOf(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
}

/** Returns the type that a schema declares for a member of the value, or undefined if it declares none. */
function typeAt(schema: RefusedValue['schema'], steps: readonly string[]): JsonSchema['type'] {
  const held = steps.reduce((at, step) => {
    if (typeof at !== 'object') return undefined;
    const { properties = {}, items } = at;
    return Object.hasOwn(properties, step) ? properties[step] : items;
  }, schema);
  return typeof held === 'object' ? held.type : undefined;
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'object' || isPlainObject(value)) return typeof value;
  return classNameOf(value.constructor);
}
