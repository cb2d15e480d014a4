import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ArgumentCondition, ConditionValue } from '../../call/client/permission-match.js';
import type { ArgumentMeanings } from './argument-meanings.js';
import { compileArgumentPattern } from './argument-pattern.js';

/** A condition that is ready to be checked. */
export interface CompiledCondition {
  /** The values that the condition names. */
  readonly values: readonly ConditionValue[];
  /** Whether the condition is met by what it does not name. */
  readonly isNegated: boolean;
  /** Checks whether the condition names one meaning of an argument. */
  names(meaning: unknown): boolean;
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
  const checks = values.map((value) => {
    if (value === null) return (meaning: unknown) => meaning === null;
    if (typeof value !== 'string')
      return (meaning: unknown) => textOf(meaning) === String(value) || isBigInt(meaning, value);
    const match = compileArgumentPattern(completePattern(value));
    return (meaning: unknown) => {
      const text = textOf(meaning);
      return text !== undefined && match(text);
    };
  });
  return {
    values,
    isNegated: isNegation(condition),
    names: (meaning) => checks.some((check) => check(meaning)),
  };
}

function isBigInt(meaning: unknown, value: number | boolean): boolean {
  return typeof meaning === 'bigint' && Number.isInteger(value) && meaning === BigInt(value);
}

/** Returns the text by which a rule may name a value, whatever its type was before or after a conversion. */
function textOf(meaning: unknown): string | undefined {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof meaning) ? String(meaning) : undefined;
}

/** How a rule decides: by any form of an argument, by all its forms, or by the form that runs. */
export type MatchMode = 'any' | 'all' | 'running';

/**
 * Checks a condition on an argument, which has a form that runs and one that was sent. The sent form meets a condition, or
 * does not, as the running one. Of another type than what runs, it was only coerced, and then it is only noticed where the
 * condition names it.
 */
export function isConditionMet(condition: CompiledCondition, meanings: ArgumentMeanings, mode: MatchMode): boolean {
  const { isNegated, names } = condition;
  const { running, sent, isComplete } = meanings;
  const comparable = sent.filter((one) => running.length === 0 || running.some((other) => hasTypeOf(one, other)));
  const isMet = (one: unknown): boolean => names(one) !== isNegated;
  if (mode === 'any') return running.some(isMet) || (isNegated ? comparable : sent).some(isMet);
  if (!isComplete || running.length === 0 || !running.every(isMet)) return false;
  if (isNegated) return sent.every(isMet);
  return mode === 'running' || comparable.every(isMet);
}

function hasTypeOf(one: unknown, other: unknown): boolean {
  return typeof one === typeof other && (one === null) === (other === null);
}

function isNegation(condition: unknown): condition is Extract<ArgumentCondition, { readonly not: unknown }> {
  const isObject = typeof condition === 'object' && condition !== null && !Array.isArray(condition);
  return isObject && Object.keys(condition).join() === 'not';
}

function isConditionValue(value: unknown): value is ConditionValue {
  return value === null || (typeof value === 'string' && value !== '') || ['number', 'boolean'].includes(typeof value);
}
