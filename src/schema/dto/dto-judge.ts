import { compileFunction, memberOf } from '../../compiled-function.js';
import type { Constructor } from '../../metadata/class-records.js';
import { ClassMemo } from './class-memo.js';
import { checkOf, type RuleCheck } from './rule-check.js';
import { roleOf, rulesOf, type ValidationRule } from './validation-rules.js';

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
const judges = new ClassMemo<Map<string, Judge | undefined>>();

/** What is to be checked of one property. */
interface PropertyChecks {
  /** Whether null and undefined are accepted whatever the checks say. */
  readonly isOptional: boolean;
  readonly checks: readonly (RuleCheck | NestedJudge)[];
}

function compileJudge(rules: readonly ValidationRule[], exempt: ReadonlySet<string>): Judge | undefined {
  const names = [...new Set(rules.map(({ property }) => property))];
  const scope: Record<string, unknown> = {};
  const helpers: string[] = [];
  const lines: string[] = [];
  for (const name of names) {
    const property = checksOf(rules.filter((rule) => rule.property === name));
    if (property === undefined) return undefined;
    if (exempt.has(name)) continue;
    const calls = property.checks.map((check) => {
      const held = `check${Object.keys(scope).length}`;
      scope[held] = check;
      if (typeof check === 'function') return `${held}(value, instance)`;
      helpers.push(nestedCode(held));
      return `(Array.isArray(value) ? areAll_${held}(value) : is_${held}(value))`;
    });
    if (calls.length === 0) continue;
    const failed = `!(${calls.join(' && ')})`;
    lines.push(`value = ${memberOf('instance', name)};`);
    lines.push(
      `if (${property.isOptional ? `value !== undefined && value !== null && ${failed}` : failed}) return false;`,
    );
  }
  const cases = names.map((name) => `case ${JSON.stringify(name)}:`);
  const body = `${helpers.join('\n')}
  return (instance) => {
    for (const name in instance) switch (name) { ${cases.join(' ')} break; default: return false; }
    let value;
    ${lines.join('\n')}
    return true;
  };`;
  return compileFunction(scope, body) as Judge | undefined;
}

/** The checks that a property's rules come down to; undefined if one of them is class-validator's alone to run. */
function checksOf(rules: readonly ValidationRule[]): PropertyChecks | undefined {
  const checks: (RuleCheck | NestedJudge)[] = [];
  let isOptional = false;
  for (const rule of rules) {
    const role = roleOf(rule);
    if (role === 'other') return undefined;
    if (role === 'optional') isOptional = true;
    if (role === 'optional' || role === 'nothing') continue;
    const check = role === 'nested' ? new NestedJudge() : checkOf(rule);
    if (check === undefined) return undefined;
    checks.push(check);
  }
  return { isOptional, checks };
}

/**
 * Code that judges a nested instance, or each in an array, by `judge`. Written out for each property: what serves many
 * would call a judge that varies, which costs more than the judging.
 */
function nestedCode(judge: string): string {
  return `const is_${judge} = (value) => typeof value === 'object' && value !== null && value.constructor === ${judge}.type
    ? ${judge}.judge(value)
    : ${judge}.learn(value);
  const areAll_${judge} = (items) => {
    for (let index = 0; index < items.length; index++) if (!is_${judge}(items[index])) return false;
    return true;
  };`;
}

/** Judges nested instances by their own class's rules, as class-validator does. Sets and maps are left open. */
class NestedJudge {
  /** Nearly always the same class: remembering it saves the look-up. */
  type: unknown;
  judge: Judge = leaveOpen;

  /** Judges a value of another class, and remembers that one. Nothing is fine, as holes are; null is not. */
  learn(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return value === undefined;
    if (Array.isArray(value)) return [...value].every((item) => this.learn(item));
    const type: unknown = value.constructor;
    const judge = typeof type === 'function' ? judgeOf(type) : undefined;
    if (judge === undefined) return false;
    this.judge = judge;
    this.type = type;
    return judge(value);
  }
}

function leaveOpen(): false {
  return false;
}
