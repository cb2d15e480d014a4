import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { isMap, isSet } from '../../base/values/value-kinds.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Constructor } from '../../tool/metadata/class-records.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import type { ValidationRule } from '../dto/validation-rules.js';
import { argumentNames, describeDto, excludedProperties } from './dto-description.js';
import { withoutPlace } from './rule-messages.js';
import { describesItems, findWrongType, type RuledValue, violatingItems, type WrongType } from './violated-rules.js';

/** An error of class-validator about one property, reduced to the properties that this module reads. */
export interface DtoError {
  readonly target?: object | undefined;
  readonly property?: string | undefined;
  readonly value?: unknown;
  readonly constraints?: Readonly<Record<string, string>> | undefined;
  readonly children?: readonly DtoError[] | undefined;
}

/** The location of an error in the arguments. */
interface Location {
  /** The location as a JSON Pointer. */
  readonly path: string;
  /** The value that the caller sent, before any conversion; undefined if the caller sent none. */
  readonly sent: unknown;
  readonly isSent: boolean;
  /** The property of a class that class-validator's messages name: that of the error, or of the list that contains it. */
  readonly property: string;
  /** Whether the location is an item of a list. */
  readonly isItem: boolean;
}

/**
 * Converts class-validator's errors to issues. `sent` is the value that the caller sent, before any conversion.
 * `singleItems` are the issues of single values that were sent for arrays. A value of a wrong type has one issue, which
 * says so, and rules for each item are reported for the items that violate them.
 */
export function issuesOfErrors(
  errors: readonly DtoError[],
  sent: unknown,
  singleItems: readonly ValidationIssue[],
): readonly ValidationIssue[] {
  const found: Found = { issues: [], missing: new Set(), single: new Set(singleItems.map(({ path }) => path)) };
  const root: Location = { path: '', sent, isSent: true, property: '', isItem: false };
  for (const error of errors) addIssues(error, root, found);
  const lists = new Set(found.issues.filter(({ rule }) => rule === 'isArray').map(({ path }) => path));
  return [...found.issues, ...singleItems.filter(({ path }) => !lists.has(path))];
}

/** The issues so far. */
interface Found {
  readonly issues: ValidationIssue[];
  /** The paths that have been reported as missing. */
  readonly missing: Set<string>;
  /** The paths of single values that were sent for arrays. */
  readonly single: ReadonlySet<string>;
}

function addIssues(error: DtoError, parent: Location, found: Found): void {
  const place = placeOf(error, parent);
  const violations = violationsOf(error, place);
  const isSingle = found.single.has(place.path) || violations.some(isNoArray);
  const stated = isSingle ? violations.filter(({ declared }) => !declared || !describesItems(declared)) : violations;
  for (const violation of stateTypes(stated, isSingle)) addIssue(toIssue(error, violation), found);
  // What is inside of a value is not at its place, if the value must be an array.
  if (!isSingle) for (const child of error.children ?? []) addIssues(child, place, found);
}

function isNoArray({ rule, declared }: Violation): boolean {
  return rule === 'isArray' && declared?.each === false;
}

function addIssue(issue: ValidationIssue, { issues, missing }: Found): void {
  if (issue.rule === 'required') {
    if (missing.has(issue.path)) return;
    missing.add(issue.path);
  }
  issues.push(issue);
}

function placeOf({ target, property }: DtoError, parent: Location): Location {
  // An error without a property is about the object itself.
  if (property === undefined) return parent;
  const name = argumentsOf(target)?.get(property) ?? property;
  const path = parent.path + pointerOf([name]);
  const isItem = Array.isArray(target) || isSet(target) || isMap(target);
  const named = { path, property: isItem ? parent.property : property, isItem };
  const { sent } = parent;
  if (typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, name))
    return { ...named, sent: undefined, isSent: false };
  return { ...named, sent: (sent as Record<string, unknown>)[name], isSent: true };
}

/** A rule that a value violates. */
interface Violation {
  readonly place: Location;
  readonly rule: string;
  readonly message: string;
  /** The rule as the class declares it; undefined if class-validator has added it, or several rules have its name. */
  readonly declared?: ValidationRule | undefined;
  /** Why the type of the value is wrong, if it is. */
  readonly wrongType?: WrongType | undefined;
}

function violationsOf(error: DtoError, place: Location): readonly Violation[] {
  const { constraints = {} } = error;
  return Object.keys(constraints)
    .filter((rule) => !isOwnProperty(error, rule))
    .flatMap((rule) => locateViolation(error, { place, rule, message: constraints[rule] ?? '' }));
}

/** Returns the violation of a value, or that of each item that violates a rule for each item. */
function locateViolation({ target, property = '', value }: DtoError, violation: Violation): readonly Violation[] {
  const { place, rule } = violation;
  const declared = declaredRule(target, property, rule);
  if (declared === undefined || !place.isSent) return [violation];
  const ruled: RuledValue = { sent: place.sent, value };
  const items = violatingItems(declared, ruled);
  if (items === undefined) {
    return [{ ...violation, declared, wrongType: declared.each ? undefined : findWrongType(declared, ruled) }];
  }
  return items.map(({ index, ...item }) => ({
    ...violation,
    place: { ...place, path: place.path + pointerOf([index]), sent: item.sent, isItem: true },
    declared,
    wrongType: findWrongType(declared, item),
  }));
}

/** Returns the rule of a property whose value is what the caller sent, except for the conversion to a class. */
function declaredRule(target: object | undefined, property: string, name: string): ValidationRule | undefined {
  const type: Constructor | undefined = target?.constructor;
  const described = isDtoClass(type) ? describeDto(type).get(property) : undefined;
  if (described === undefined || described.transformed) return undefined;
  const [rule, ...others] = described.rules.filter((one) => one.name === name);
  return others.length === 0 ? rule : undefined;
}

/**
 * Replaces what rules say of a value of a wrong type by its types, unless one of the rules says what the value must be.
 * `isSingle` says whether it is known that the value must be an array.
 */
function stateTypes(violations: readonly Violation[], isSingle: boolean): readonly Violation[] {
  const stated = new Set(isSingle ? violations.map(({ place }) => place.path) : []);
  for (const { place, wrongType } of violations) if (wrongType?.isStated) stated.add(place.path);
  return violations.flatMap((violation) => {
    const { place, wrongType } = violation;
    if (wrongType === undefined || wrongType.isStated) return [violation];
    if (stated.has(place.path)) return [];
    stated.add(place.path);
    return [{ place, rule: 'type', message: `must be ${wrongType.expected}` }];
  });
}

/** Checks whether an error is about a property that the class sets itself and that no caller can send. */
function isOwnProperty({ target, property = '' }: DtoError, rule: string): boolean {
  const type: Constructor | undefined = target?.constructor;
  return rule === 'whitelistValidation' && isDtoClass(type) && excludedProperties(type).has(property);
}

function argumentsOf(target: object | undefined): ReadonlyMap<string, string> | undefined {
  const type: Constructor | undefined = target?.constructor;
  return isDtoClass(type) ? argumentNames(type) : undefined;
}

function toIssue(error: DtoError, { place, rule, message }: Violation): ValidationIssue {
  const { path, sent, isSent, property, isItem } = place;
  if (rule === 'whitelistValidation') return unknownProperty(error, path, isSent);
  const own = withoutPlace(message, { property, isItem });
  // A value that was not sent violates every rule. It is reported as missing once, unless the author set a message.
  if (!isSent && own !== message) return { path, message: 'is missing', rule: 'required' };
  const expected = rule === 'unknownValue' ? 'is not an instance of a class with rules' : own;
  return { path, message: `${expected || `violates the rule ${rule}`}, got ${previewValue(sent)}`, rule };
}

function unknownProperty({ target, property = '' }: DtoError, path: string, isSent: boolean): ValidationIssue {
  const type = target?.constructor;
  const declared = isDtoClass(type) ? describeDto(type) : undefined;
  // A property without a rule that the class sets itself, or that only has a `@Field()`, is a mistake of the author.
  if (!isSent || declared?.has(property)) {
    const message = `has no class-validator rule: add one to ${type?.name ?? 'the class'}.${property}, or @Allow()`;
    return { path, message, rule: 'whitelistValidation' };
  }
  const known: string[] = [];
  for (const { argument, rules } of declared?.values() ?? [])
    if (argument !== undefined && rules.length > 0) known.push(argument);
  const near = nearestName(property, known);
  return { path, message: near === undefined ? 'is unknown' : `is unknown (did you mean '${near}'?)`, rule: 'unknown' };
}
