import type { ConditionValue, PermissionMatch } from '../../../call/client/permission-match.js';
import { DefinitionError, type ToolSpec } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/**
 * Returns the rule for the calls of a tool with exactly these arguments.
 *
 * @throws DefinitionError if no rule is as exact: a rule names single values, and cannot say that an argument is missing.
 */
export function createRememberRule(spec: ToolSpec, input: Readonly<Record<string, unknown>>): PermissionMatch {
  const missing = Object.keys(spec.params).find((name) => input[name] === undefined);
  if (missing !== undefined) throw createRefusal(missing);
  const when = Object.fromEntries(conditionsOf(input));
  return Object.keys(when).length === 0 ? { tool: spec.name } : { tool: spec.name, when };
}

function* conditionsOf(fields: Readonly<Record<string, unknown>>): Generator<readonly [string, ConditionValue]> {
  for (const [name, value] of Object.entries(fields)) {
    if (!isExact(value) || /[.*]/.test(name)) throw createRefusal(name);
    yield [name, value];
  }
}

/** Checks whether a condition with a value accepts only this value: a text with a star is a pattern. */
function isExact(value: unknown): value is ConditionValue {
  if (isRecord(value)) return false;
  if (typeof value === 'string') return value !== '' && !value.includes('*');
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

function createRefusal(name: string): DefinitionError {
  return new DefinitionError(
    `The approval cannot be remembered: no rule is for exactly this value of '${name}'. Approve the call without remembering.`,
  );
}
