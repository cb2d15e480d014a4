import { DefinitionError } from '../../errors.js';
import type { ArgumentCondition, ConditionValue } from '../../execution/client/permission-match.js';
import { previewValue } from '../../value-preview.js';
import { compileArgumentPattern } from './argument-pattern.js';

/** A condition that is ready to be checked. */
export interface CompiledCondition {
  /** The values that the condition names. */
  readonly values: readonly ConditionValue[];
  /** Checks one meaning of an argument. */
  test(meaning: unknown): boolean;
}

/**
 * Reads the condition of a rule.
 *
 * @param where - The beginning of the error's message.
 * @throws DefinitionError on anything else.
 */
export function readCondition(condition: unknown, where: string): readonly ConditionValue[] {
  const values = isNegation(condition) ? condition.not : condition;
  const list: readonly unknown[] = Array.isArray(values) ? values : [values];
  if (list.length > 0 && list.every(isConditionValue)) return list;
  throw new DefinitionError(
    `${where} must be a text, a number, a boolean, null, a list of them, or { not } with one of these, ` +
      `not ${previewValue(condition)}.`,
  );
}

/** Compiles a condition that {@link readCondition} accepts. */
export function compileCondition(
  condition: ArgumentCondition,
  completePattern: (pattern: string) => string,
): CompiledCondition {
  const values = readCondition(condition, 'when');
  const tests = values.map((value) => {
    if (typeof value !== 'string') return (meaning: unknown) => meaning === value;
    const match = compileArgumentPattern(completePattern(value));
    return (meaning: unknown) => typeof meaning === 'string' && match(meaning);
  });
  const isOneOf = (meaning: unknown): boolean => tests.some((test) => test(meaning));
  return { values, test: isNegation(condition) ? (meaning) => !isOneOf(meaning) : isOneOf };
}

function isNegation(condition: unknown): condition is Extract<ArgumentCondition, { readonly not: unknown }> {
  const isObject = typeof condition === 'object' && condition !== null && !Array.isArray(condition);
  return isObject && Object.keys(condition).join() === 'not';
}

function isConditionValue(value: unknown): value is ConditionValue {
  return value === null || (typeof value === 'string' && value !== '') || ['number', 'boolean'].includes(typeof value);
}
