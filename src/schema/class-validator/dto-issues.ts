import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Constructor } from '../../tool/metadata/class-records.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import { dateForm } from '../json-schema/date-text.js';
import { argumentNames, describeDto, excludedProperties } from './dto-description.js';

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
}

/** Converts class-validator's errors to issues. `sent` is the value that the caller sent, before any conversion. */
export function issuesOfErrors(errors: readonly DtoError[], sent: unknown): readonly ValidationIssue[] {
  const found: Found = { issues: [], missing: new Set() };
  for (const error of errors) addIssues(error, { path: '', sent, isSent: true }, found);
  return found.issues;
}

/** The issues so far. */
interface Found {
  readonly issues: ValidationIssue[];
  /** The paths that have been reported as missing. */
  readonly missing: Set<string>;
}

function addIssues(error: DtoError, parent: Location, found: Found): void {
  const { constraints, children } = error;
  const place = placeOf(error, parent);
  for (const rule in constraints) {
    if (!Object.hasOwn(constraints, rule) || isOwnProperty(error, rule)) continue;
    const issue = toIssue(error, place, { rule, message: constraints[rule] ?? '' });
    if (issue.rule === 'required') {
      if (found.missing.has(issue.path)) continue;
      found.missing.add(issue.path);
    }
    found.issues.push(issue);
  }
  if (children !== undefined) for (const child of children) addIssues(child, place, found);
}

function placeOf({ target, property }: DtoError, parent: Location): Location {
  // An error without a property is about the object itself.
  if (property === undefined) return parent;
  const name = argumentsOf(target)?.get(property) ?? property;
  const path = parent.path + pointerOf([name]);
  const { sent } = parent;
  if (typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, name))
    return { path, sent: undefined, isSent: false };
  return { path, sent: (sent as Record<string, unknown>)[name], isSent: true };
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

interface Violation {
  readonly rule: string;
  readonly message: string;
}

function toIssue(error: DtoError, { path, sent, isSent }: Location, { rule, message }: Violation): ValidationIssue {
  if (rule === 'whitelistValidation') return unknownProperty(error, path, isSent);
  const own = withDateForm(removeName(message, error.property ?? ''));
  // A value that was not sent violates every rule. It is reported as missing once, unless the author set a message.
  if (!isSent && own !== message) return { path, message: 'is missing', rule: 'required' };
  const expected = rule === 'unknownValue' ? 'is not an instance of a class with rules' : own;
  return { path, message: `${expected || `violates the rule ${rule}`}, got ${previewValue(sent)}`, rule };
}

/** Replaces the default messages of `@IsDate`, because a caller sends texts. */
function withDateForm(message: string): string {
  return message.replace(/^(each value )?must be a Date instance$/, `$1must be ${dateForm}`);
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

/**
 * The beginnings of class-validator's messages: the text before and after the property's name, and its replacement.
 */
const beginnings: readonly { readonly before: string; readonly after: string; readonly instead: string }[] = [
  { before: '', after: ' ', instead: '' },
  { before: 'nested property ', after: ' ', instead: '' },
  { before: 'each value in nested property ', after: ' ', instead: 'each value ' },
  { before: 'each value in ', after: ' ', instead: 'each value ' },
  { before: 'All ', after: "'s elements ", instead: 'elements ' },
  { before: 'each value in All ', after: "'s elements ", instead: 'elements of each value ' },
];

/** Removes the property's name from a message, because the path already contains it. */
function removeName(message: string, property: string): string {
  for (const { before, after, instead } of beginnings) {
    const end = before.length + property.length;
    if (!message.startsWith(property, before.length) || !message.startsWith(after, end)) continue;
    if (message.startsWith(before)) return instead + message.slice(end + after.length);
  }
  return message;
}
