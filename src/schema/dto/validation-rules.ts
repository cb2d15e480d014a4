import type { Constructor } from '../../metadata/class-records.js';

/** A class whose properties carry class-validator rules. */
export type DtoClass = new (...args: never[]) => object;

/** One class-validator rule of one property, as its decorator recorded it. */
export interface ValidationRule {
  readonly property: string;
  /** The rule's own name, as `isInt`; its kind for rules that have none. */
  readonly name: string;
  /** How class-validator treats it: `customValidation` for most rules, `nestedValidation` and the like for a few. */
  readonly kind: string;
  /** The decorator's arguments. */
  readonly constraints: readonly unknown[];
  /** Whether each item is meant, not the array. */
  readonly each: boolean;
  /** Whether the rule itself runs only where a function of its own says so (`validateIf` in its options). */
  readonly conditional: boolean;
  /** Whether its author gave it a message. */
  readonly hasMessage: boolean;
  /** The class that decides; undefined for kinds that class-validator decides itself. */
  readonly constraint: unknown;
}

/** What decides whether a value keeps a rule: class-validator's own function, or an author's. */
export interface RuleConstraint {
  validate(value: unknown, context: RuleContext): unknown;
}

/** The second argument of a rule's function. */
export interface RuleContext {
  /** The name of the instance's class. */
  readonly targetName: string;
  readonly property: string;
  /** The instance. */
  readonly object: object;
  readonly value: unknown;
  readonly constraints: readonly unknown[];
}

/** What class-validator keeps of a rule; the part that is read here. */
export interface RuleRecord {
  readonly propertyName: string;
  readonly type: string;
  readonly name?: string | undefined;
  readonly constraints?: unknown;
  readonly constraintCls?: unknown;
  readonly each?: boolean | undefined;
  readonly validateIf?: unknown;
  readonly message?: unknown;
}

/** class-validator's storage; the part that is read here. It stands on `globalThis`, for all copies of the package. */
interface RuleStorage {
  readonly validationMetadatas?: unknown;
  getTargetValidationMetadatas?(
    target: Constructor,
    schema: string,
    always: boolean,
    strict: boolean,
  ): readonly RuleRecord[];
  getTargetValidatorConstraints?(constraint: unknown): readonly unknown[];
}

// Not `memoize`: a class without rules may still be waiting for its decorators.
const rulesByClass = new WeakMap<Constructor, readonly ValidationRule[]>();

/**
 * The rules that class-validator runs for a class, its parents' first; none before class-validator was loaded.
 * Rules with `groups` are among them: where a validation names no groups, class-validator runs them all.
 */
export function rulesOf(target: Constructor): readonly ValidationRule[] {
  const known = rulesByClass.get(target);
  if (known !== undefined) return known;
  const { own, inherited } = readRecords(target);
  const rules = Object.freeze([...inherited, ...own].map(toRule));
  if (rules.length > 0) rulesByClass.set(target, rules);
  return rules;
}

/** The rules of a class, by their properties; parents' first. */
export function rulesByProperty(dto: DtoClass): ReadonlyMap<string, readonly ValidationRule[]> {
  const grouped = new Map<string, ValidationRule[]>();
  for (const rule of rulesOf(dto)) {
    const rules = grouped.get(rule.property);
    if (rules === undefined) grouped.set(rule.property, [rule]);
    else rules.push(rule);
  }
  return grouped;
}

/** What class-validator recorded of a class and its parents, for its executor and in the executor's order. */
export function recordsOf(target: Constructor): readonly RuleRecord[] {
  const { own, inherited } = readRecords(target);
  return [...own, ...inherited];
}

/**
 * What a rule does when class-validator runs it: `defined` and `ordinary` ones judge the value, the former first;
 * `optional` lets null and undefined pass; `nested` judges by the value's own class; `nothing` only declares the
 * property.
 */
export type RuleRole = 'defined' | 'ordinary' | 'optional' | 'nested' | 'nothing' | 'other';

/** The role of a rule; `other` is for class-validator alone to play. */
export function roleOf({ kind, name }: ValidationRule): RuleRole {
  if (kind === 'conditionalValidation') return name === 'isOptional' ? 'optional' : 'other';
  return roles.get(kind) ?? 'other';
}

const roles: ReadonlyMap<string, RuleRole> = new Map<string, RuleRole>([
  ['isDefined', 'defined'],
  ['customValidation', 'ordinary'],
  ['nestedValidation', 'nested'],
  ['whitelistValidation', 'nothing'],
]);

/** Every class that has rules of its own. */
export function classesWithRules(): Iterable<Constructor> {
  const own = ownRecords(storage());
  return [...(own?.keys() ?? [])].filter((key): key is Constructor => typeof key === 'function');
}

/**
 * A new object of the class that decides on a rule, as class-validator makes one; undefined if it cannot be made that
 * simply, or if there are several.
 */
export function constraintOf(constraint: unknown): RuleConstraint | undefined {
  if (typeof constraint !== 'function' || storage()?.getTargetValidatorConstraints?.(constraint).length !== 1) {
    return undefined;
  }
  try {
    const made: unknown = Reflect.construct(constraint, []);
    return isConstraint(made) ? made : undefined;
  } catch {
    return undefined;
  }
}

function isConstraint(value: unknown): value is RuleConstraint {
  return isObject(value) && typeof Reflect.get(value, 'validate') === 'function';
}

function storage(): RuleStorage | undefined {
  return (globalThis as { readonly classValidatorMetadataStorage?: RuleStorage }).classValidatorMetadataStorage;
}

function ownRecords(from: RuleStorage | undefined): ReadonlyMap<unknown, readonly RuleRecord[]> | undefined {
  const records = from?.validationMetadatas;
  return records instanceof Map ? records : undefined;
}

/**
 * class-validator's own look-up scans every class that was ever decorated. Walking the chain gives the same rules;
 * its public method is the way only if the storage one day looks different.
 */
function readRecords(target: Constructor): { readonly own: Records; readonly inherited: Records } {
  const store = storage();
  const byClass = ownRecords(store);
  if (byClass === undefined) {
    return { own: store?.getTargetValidationMetadatas?.(target, '', false, false) ?? [], inherited: [] };
  }
  const own = byClass.get(target) ?? [];
  const inherited = parentsOf(target).flatMap((parent) => byClass.get(parent) ?? []);
  return { own, inherited: inherited.filter((rule) => !isReplaced(rule, own)) };
}

type Records = readonly RuleRecord[];

// A class's own rule replaces all inherited ones of the same property and kind, and most rules are of one kind.
function isReplaced(inherited: RuleRecord, own: readonly RuleRecord[]): boolean {
  return own.some((rule) => rule.propertyName === inherited.propertyName && rule.type === inherited.type);
}

/** The classes that a class's instances also belong to, the farthest first. */
function parentsOf(target: Constructor): readonly Constructor[] {
  const parents: Constructor[] = [];
  const first: unknown = target.prototype;
  if (typeof first !== 'object' || first === null) return parents;
  for (let proto: unknown = Object.getPrototypeOf(first); isObject(proto); proto = Object.getPrototypeOf(proto)) {
    const parent: unknown = proto.constructor;
    if (typeof parent === 'function' && parent.prototype === proto) parents.unshift(parent);
  }
  return parents;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The messages that `@ValidateNested` has by default; other rules have none in their records. */
const nestedMessages: readonly unknown[] = [
  'nested property $property must be either object or array',
  'each value in nested property $property must be either object or array',
];

/** A rule as its record says it. */
function toRule(record: RuleRecord): ValidationRule {
  const { propertyName, name, type, constraints, constraintCls, each, validateIf, message } = record;
  return {
    property: propertyName,
    name: name ?? type,
    kind: type,
    constraints: Array.isArray(constraints) ? constraints : [],
    each: each === true,
    conditional: typeof validateIf === 'function',
    hasMessage: message !== undefined && !nestedMessages.includes(message),
    constraint: constraintCls,
  };
}
