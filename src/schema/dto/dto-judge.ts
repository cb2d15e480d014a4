import { compileFunction, memberOf } from '../../compiled-function.js';
import type { Constructor } from '../../metadata/class-records.js';
import { checkOf, type RuleCheck } from './rule-check.js';
import { rulesOf, type ValidationRule } from './validation-rules.js';

/**
 * Whether class-validator certainly accepts an instance, unknown properties forbidden. Where it says no, or throws,
 * only class-validator can tell.
 */
export type Judge = (instance: object) => boolean;

/**
 * The judge of a class's instances; undefined where class-validator has to run: a rule is not its own, or depends on a
 * condition or a promise, or the process forbids code from strings. Asks each instance for its class, so it needs to
 * know nothing of how the instance was made. Costs the same however many classes there are.
 *
 * @param exempt properties whose rules do not count
 */
export function judgeOf(dto: Constructor, exempt: ReadonlySet<string> = nothing): Judge | undefined {
  const byExempt = judges.get(dto) ?? new Map<string, Judge | undefined>();
  const key = exempt.size === 0 ? '' : JSON.stringify([...exempt].sort());
  if (byExempt.has(key)) return byExempt.get(key);
  const rules = rulesOf(dto);
  // A class without rules may still be waiting for its decorators.
  if (rules.length === 0) return undefined;
  const judge = compileJudge(rules, exempt);
  byExempt.set(key, judge);
  judges.set(dto, byExempt);
  return judge;
}

const nothing: ReadonlySet<string> = new Set();
const judges = new WeakMap<Constructor, Map<string, Judge | undefined>>();

/** What is to be checked of one property. */
interface PropertyChecks {
  /** Whether null and undefined are accepted whatever the checks say. */
  readonly isOptional: boolean;
  readonly checks: readonly RuleCheck[];
}

function compileJudge(rules: readonly ValidationRule[], exempt: ReadonlySet<string>): Judge | undefined {
  const names = [...new Set(rules.map(({ property }) => property))];
  const scope: Record<string, unknown> = {};
  const lines: string[] = [];
  for (const name of names) {
    const property = checksOf(rules.filter((rule) => rule.property === name));
    if (property === undefined) return undefined;
    if (exempt.has(name)) continue;
    const calls = property.checks.map((check) => {
      const held = `check${Object.keys(scope).length}`;
      scope[held] = check;
      return `${held}(value, instance)`;
    });
    if (calls.length === 0) continue;
    const failed = `!(${calls.join(' && ')})`;
    lines.push(`value = ${memberOf('instance', name)};`);
    lines.push(
      `if (${property.isOptional ? `value !== undefined && value !== null && ${failed}` : failed}) return false;`,
    );
  }
  const cases = names.map((name) => `case ${JSON.stringify(name)}:`);
  const body = `return (instance) => {
    for (const name in instance) switch (name) { ${cases.join(' ')} break; default: return false; }
    let value;
    ${lines.join('\n')}
    return true;
  };`;
  return compileFunction(scope, body) as Judge | undefined;
}

/** The checks that a property's rules come down to; undefined if one of them is class-validator's alone to run. */
function checksOf(rules: readonly ValidationRule[]): PropertyChecks | undefined {
  const checks: RuleCheck[] = [];
  let isOptional = false;
  for (const rule of rules) {
    const { kind, name } = rule;
    if (kind === 'whitelistValidation') continue;
    if (kind === 'conditionalValidation' && name === 'isOptional') {
      isOptional = true;
      continue;
    }
    const check = kind === 'nestedValidation' ? nestedCheck() : isOrdinary(kind) ? checkOf(rule) : undefined;
    if (check === undefined) return undefined;
    checks.push(check);
  }
  return { isOptional, checks };
}

function isOrdinary(kind: string): boolean {
  return kind === 'customValidation' || kind === 'isDefined';
}

/**
 * Judges a nested instance, or each in an array, by its own class's rules, as class-validator does: nothing is fine,
 * null is not. Sets and maps are left open.
 */
function nestedCheck(): RuleCheck {
  // Nearly always the same class: remembering it saves the look-up.
  let known: unknown;
  let judge: Judge | undefined;
  const check = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return value === undefined;
    if (Array.isArray(value)) return areAll(value, check);
    const type: unknown = value.constructor;
    if (type !== known || judge === undefined) {
      judge = typeof type === 'function' ? judgeOf(type) : undefined;
      known = type;
    }
    return judge?.(value) === true;
  };
  return check;
}

/** Holes are nothing: they are fine. */
function areAll(items: readonly unknown[], check: (item: unknown) => boolean): boolean {
  for (let index = 0; index < items.length; index++) if (!check(items[index])) return false;
  return true;
}
