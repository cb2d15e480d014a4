import type { Constructor } from '../../metadata/class-records.js';
import type { DtoError } from './dto-issues.js';
import { checkOf, type RuleCheck } from './rule-check.js';
import { filledMessage } from './rule-message.js';
import {
  constraintName,
  constraintOf,
  placeOf,
  type RuleConstraint,
  type RulePlace,
  type RuleRecord,
  recordsOf,
  roleOf,
  toRule,
  type ValidationRule,
} from './validation-rules.js';

/** A rule that a value breaks, as class-validator needs to know it to find words for that. */
export interface BrokenRule {
  /** The instance; of a nested value that is no object, the class that has the rule. */
  readonly object: unknown;
  readonly value: unknown;
  readonly record: object;
  /** What decides on the rule; undefined for those that class-validator decides itself. */
  readonly constraint: object | undefined;
}

/** Writes the message for a broken rule, as class-validator does. */
export type WriteMessage = (broken: BrokenRule) => string;

/** One rule that is class-validator's own. */
interface PlannedRule {
  readonly record: RuleRecord;
  readonly rule: ValidationRule;
  /** Whether a value certainly keeps it. */
  readonly check: RuleCheck;
  /** What class-validator's own function says; undefined where it does not say. */
  readonly isBroken: (place: RulePlace) => boolean | undefined;
  readonly constraint: RuleConstraint;
}

interface PlannedProperty {
  readonly name: string;
  readonly isOptional: boolean;
  /** In the order in which class-validator runs them. */
  readonly rules: readonly PlannedRule[];
  readonly nested: RuleRecord | undefined;
}

type Plan = ReadonlyMap<string, PlannedProperty>;

/**
 * Tells what class-validator's executor finds wrong with an instance, without running it: for classes all of whose rules
 * are class-validator's own, nested ones included. It makes an error for each property, good or bad, and looks each rule up
 * among all that there are; a refusal would cost ten times as much.
 */
export class RuleReporter {
  readonly #write: WriteMessage;
  readonly #plans = new WeakMap<Constructor, { readonly plan: Plan | undefined }>();

  constructor(write: WriteMessage) {
    this.#write = write;
  }

  /** All errors; undefined where only class-validator can tell. Throws what a rule throws. */
  report(instance: object): readonly DtoError[] | undefined {
    const errors: DtoError[] = [];
    return this.#collect(instance, errors) ? errors : undefined;
  }

  #collect(instance: object, errors: DtoError[]): boolean {
    const plan = this.#planOf(instance.constructor);
    if (plan === undefined) return false;
    for (const name of Object.keys(instance)) {
      if (plan.has(name)) continue;
      // Such a name class-validator finds in whatever object it looks into.
      if (name in Object.prototype) return false;
      const constraints = { whitelistValidation: `property ${name} should not exist` };
      errors.push({ target: instance, value: Reflect.get(instance, name), property: name, constraints });
    }
    for (const property of plan.values()) if (!this.#collectProperty(instance, property, errors)) return false;
    return true;
  }

  #collectProperty(instance: object, property: PlannedProperty, errors: DtoError[]): boolean {
    const { name, nested } = property;
    const value: unknown = Reflect.get(instance, name);
    if (property.isOptional && (value === undefined || value === null)) return true;
    const constraints: Record<string, string> = {};
    for (const planned of property.rules) {
      if (keeps(planned.check, value, instance)) continue;
      const place = placeOf(planned.rule, value, instance);
      const isBroken = planned.isBroken(place);
      if (isBroken === undefined) return false;
      if (isBroken) constraints[planned.rule.name] = this.#messageOf(planned, place);
    }
    const children: DtoError[] = [];
    if (nested !== undefined && !this.#collectNested(value, nested, { constraints, children })) return false;
    addError(errors, { target: instance, value, property: name, children, constraints });
    return true;
  }

  /** What is wrong with a nested value, or with each in an array. */
  #collectNested(value: unknown, record: RuleRecord, { constraints, children }: Findings): boolean {
    if (value === undefined) return true;
    if (value instanceof Set || value instanceof Map) return false;
    if (Array.isArray(value)) {
      // As class-validator's forEach, past holes.
      return value.every((item, index) => {
        const found: Findings = { children: [], constraints: {} };
        if (!this.#collectNested(item, record, found)) return false;
        addError(children, { target: value, value: item, property: index.toString(), ...found });
        return true;
      });
    }
    if (value instanceof Object) return this.#collect(value, children);
    constraints[record.type] = this.#write({ object: record.target, value, record, constraint: undefined });
    return true;
  }

  #messageOf({ record, rule, constraint }: PlannedRule, place: RulePlace): string {
    // As class-validator does: an empty message is none.
    const message = record.message || constraint.defaultMessage?.(place);
    const { object, value } = place;
    const broken: BrokenRule = { object, value, record, constraint: { name: rule.name, instance: constraint } };
    return filledMessage(message, place) ?? this.#write(broken);
  }

  #planOf(type: unknown): Plan | undefined {
    if (typeof type !== 'function') return undefined;
    const known = this.#plans.get(type as Constructor);
    if (known !== undefined) return known.plan;
    const records = recordsOf(type as Constructor);
    // A class without rules may still be waiting for its decorators.
    if (records.length === 0) return undefined;
    const plan = planOf(records);
    this.#plans.set(type as Constructor, { plan });
    return plan;
  }
}

/** What is wrong with one value. */
interface Findings {
  readonly constraints: Record<string, string>;
  readonly children: DtoError[];
}

/** Adds an error if it says anything, without what is empty in it. */
function addError(errors: DtoError[], error: DtoError & Findings): void {
  const isBroken = Object.keys(error.constraints).length > 0;
  if (isBroken) errors.push(error);
  else if (error.children.length > 0) errors.push({ ...error, constraints: undefined });
}

function keeps(check: RuleCheck, value: unknown, instance: object): boolean {
  try {
    return check(value, instance);
  } catch {
    // class-validator's own function throws it once more.
    return false;
  }
}

function planOf(records: readonly RuleRecord[]): Plan | undefined {
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
    if (record.context !== undefined || role === 'other' || (role === 'nested' && nested !== undefined))
      return undefined;
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
  const constraint = constraintOf(rule.constraint);
  const isNamed = constraintName(rule.constraint) === rule.name;
  if (check === undefined || constraint === undefined || !isNamed) return undefined;
  return {
    record,
    rule,
    check,
    constraint,
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
