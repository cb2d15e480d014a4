import type { Constructor } from '../../metadata/class-records.js';
import { ClassMemo } from './class-memo.js';
import { checkOf, type RuleCheck } from './rule-check.js';
import { RuleMessages } from './rule-message.js';
import {
  constraintInUse,
  countRecords,
  type RuleConstraint,
  type RulePlace,
  type RuleRecord,
  recordsOf,
  roleOf,
  toRule,
  type ValidationRule,
} from './validation-rules.js';

/** One rule that is class-validator's own. */
export interface PlannedRule {
  readonly record: RuleRecord;
  readonly rule: ValidationRule;
  /** Whether a value certainly keeps it. */
  readonly check: RuleCheck;
  /** What class-validator's own function says; undefined where it does not say. */
  readonly isBroken: (place: RulePlace) => boolean | undefined;
  readonly constraint: RuleConstraint;
  readonly messages: RuleMessages;
}

/** The rules of one property. */
export interface PlannedProperty {
  readonly name: string;
  readonly isOptional: boolean;
  /** In the order in which class-validator runs them. */
  readonly rules: readonly PlannedRule[];
  readonly nested: RuleRecord | undefined;
}

/** The properties of a class, in the order of class-validator's errors. */
export type RulePlan = ReadonlyMap<string, PlannedProperty>;

/**
 * How class-validator runs the rules of a class, by property; undefined where a rule is not its own, so that only its
 * executor can run them all.
 */
export function rulePlanOf(type: Constructor): RulePlan | undefined {
  const count = countRecords(type);
  const known = plans.get(type);
  // Records are only ever added.
  if (known?.count === count) return known.plan;
  const plan = count === 0 ? undefined : planOf(recordsOf(type));
  plans.set(type, { count, plan });
  return plan;
}

const plans = new ClassMemo<{ readonly count: number; readonly plan: RulePlan | undefined }>();

function planOf(records: readonly RuleRecord[]): RulePlan | undefined {
  // The order of an object's keys, numbers first, is the order of class-validator's errors.
  const grouped: Record<string, RuleRecord[]> = {};
  for (const record of records) {
    const { propertyName } = record;
    if (propertyName in Object.prototype) return undefined;
    grouped[propertyName] ??= [];
    grouped[propertyName].push(record);
  }
  const plan = new Map<string, PlannedProperty>();
  for (const [name, own] of Object.entries(grouped)) {
    const planned = plannedProperty(name, own);
    if (planned === undefined) return undefined;
    plan.set(name, planned);
  }
  return plan;
}

function plannedProperty(name: string, records: readonly RuleRecord[]): PlannedProperty | undefined {
  const defined: PlannedRule[] = [];
  const others: PlannedRule[] = [];
  let isOptional = false;
  let nested: RuleRecord | undefined;
  for (const record of records) {
    const role = roleOf(toRule(record));
    // Its errors would have contexts, too.
    if (record.context !== undefined) return undefined;
    if (role === 'other' || (role === 'nested' && nested !== undefined)) return undefined;
    if (role === 'optional') isOptional = true;
    else if (role === 'nested') nested = record;
    else if (role !== 'nothing') {
      const planned = plannedRule(record);
      if (planned === undefined) return undefined;
      (role === 'defined' ? defined : others).push(planned);
    }
  }
  return { name, isOptional, rules: [...defined, ...others], nested };
}

function plannedRule(record: RuleRecord): PlannedRule | undefined {
  const rule = toRule(record);
  const check = checkOf(rule);
  const constraint = constraintInUse(rule);
  if (check === undefined || constraint === undefined) return undefined;
  return {
    record,
    rule,
    check,
    constraint,
    messages: new RuleMessages(rule.constraints),
    isBroken: (place) => {
      const { value } = place;
      if (!rule.each || !isMany(value)) return isFalse(constraint.validate(value, place));
      if (!Array.isArray(value)) return undefined;
      const verdicts = value.map((item) => isFalse(constraint.validate(item, place)));
      return verdicts.includes(undefined) ? undefined : verdicts.includes(true);
    },
  };
}

function isMany(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Set || value instanceof Map;
}

/** Undefined of what is neither: a promise, in a rule of an author's own that has taken the name of another. */
function isFalse(verdict: unknown): boolean | undefined {
  return typeof verdict === 'boolean' ? !verdict : undefined;
}
