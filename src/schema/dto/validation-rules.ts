import type { Constructor } from '../../tool/metadata/class-records.js';

/** A class whose properties have class-validator rules. */
export type DtoClass = new (...args: never[]) => object;

/** One class-validator rule of one property, as its decorator recorded it. */
export interface ValidationRule {
  readonly property: string;
  /** The rule's own name, such as `isInt`, or its kind if the rule has no name. */
  readonly name: string;
  /** The kind of rule in class-validator: `customValidation` for most rules, or `nestedValidation` and similar. */
  readonly kind: string;
  /** The decorator's arguments. */
  readonly constraints: readonly unknown[];
  /** Whether the rule applies to each item instead of the array. */
  readonly each: boolean;
  /** Whether the rule runs only if its own condition (`validateIf` in its options) is true. */
  readonly conditional: boolean;
  /** Whether its author set a message. */
  readonly hasMessage: boolean;
  /** The constraint class of the rule; undefined for kinds that class-validator implements itself. */
  readonly constraint: unknown;
}

/** The constraint that checks a rule: class-validator's own, or an author's. */
export interface RuleConstraint {
  validate(value: unknown, context: RuleContext): unknown;
}

/** The second argument of a constraint's `validate`. */
export interface RuleContext {
  /** The name of the instance's class. */
  readonly targetName: string;
  readonly property: string;
  /** The instance. */
  readonly object: object;
  readonly value: unknown;
  readonly constraints: readonly unknown[];
}

/** The record of a rule in class-validator, reduced to the properties that this module reads. */
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

/**
 * The storage of class-validator, reduced to the used members. It is on `globalThis`, for all copies of the package.
 */
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

// Not `memoize`, because the decorators of a class without rules may not have run yet.
const rulesByClass = new WeakMap<Constructor, readonly ValidationRule[]>();

/**
 * Returns the rules that class-validator runs for a class, those of its parents first, or none before class-validator
 * is loaded. Rules with `groups` are included, because class-validator runs them if a validation has no groups.
 */
export function rulesOf(target: Constructor): readonly ValidationRule[] {
  const known = rulesByClass.get(target);
  if (known !== undefined) return known;
  const { own, inherited } = readRecords(target);
  const rules = Object.freeze([...inherited, ...own].map(toRule));
  if (rules.length > 0) rulesByClass.set(target, rules);
  return rules;
}

/** Returns the rules of a class by property, those of its parents first. */
export function rulesByProperty(dto: DtoClass): ReadonlyMap<string, readonly ValidationRule[]> {
  const grouped = new Map<string, ValidationRule[]>();
  for (const rule of rulesOf(dto)) {
    const rules = grouped.get(rule.property);
    if (rules === undefined) grouped.set(rule.property, [rule]);
    else rules.push(rule);
  }
  return grouped;
}

/** Returns the records of a class and its parents for class-validator's executor, in the order that it expects. */
export function recordsOf(target: Constructor): readonly RuleRecord[] {
  const { own, inherited } = readRecords(target);
  return [...own, ...inherited];
}

/**
 * The role of a rule when class-validator runs it. `defined` and `ordinary` rules validate the value, `defined` first.
 * `optional` accepts null and undefined. `nested` validates the value by its own class. `nothing` only declares the
 * property. Only class-validator can run an `other` rule.
 */
export type RuleRole = 'defined' | 'ordinary' | 'optional' | 'nested' | 'nothing' | 'other';

/** Returns the role of a rule. */
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

/** Returns every class that has its own rules. */
export function classesWithRules(): Iterable<Constructor> {
  const own = ownRecords(storage());
  return [...(own?.keys() ?? [])].filter((key): key is Constructor => typeof key === 'function');
}

/**
 * Creates the constraint object of a rule's class, like class-validator does. Returns undefined if the constructor does
 * not create one, or if several constraints are registered.
 */
export function constraintOf(constraint: unknown): RuleConstraint | undefined {
  if (typeof constraint !== 'function' || storage()?.getTargetValidatorConstraints?.(constraint).length !== 1) {
    return undefined;
  }
  try {
    const created: unknown = Reflect.construct(constraint, []);
    return isConstraint(created) ? created : undefined;
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
 * Reads the records of a class and its parents by walking the prototype chain. class-validator's own method scans every
 * decorated class, so it is called only if the storage has an unknown shape.
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

// An own rule of a class replaces all inherited rules of the same property and kind, and most rules have the same kind.
function isReplaced(inherited: RuleRecord, own: readonly RuleRecord[]): boolean {
  return own.some((rule) => rule.propertyName === inherited.propertyName && rule.type === inherited.type);
}

/** Returns the base classes of a class, the most distant one first. */
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

/** The default messages of `@ValidateNested`. The records of other rules have no default messages. */
const nestedMessages: readonly unknown[] = [
  'nested property $property must be either object or array',
  'each value in nested property $property must be either object or array',
];

/** Converts a record to a rule. */
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
