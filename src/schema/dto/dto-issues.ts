import type { ValidationIssue } from '../../errors.js';
import type { Constructor } from '../../metadata/class-records.js';
import { nearestName } from '../../nearest-name.js';
import { previewValue } from '../../value-preview.js';
import { pointerOf } from '../json-pointer.js';
import { describeDto } from './dto-description.js';
import { isDtoClass } from './dto-schema.js';

/** What class-validator says is wrong with one property; the part that is read here. */
export interface DtoError {
  readonly target?: object | undefined;
  readonly property?: string | undefined;
  readonly value?: unknown;
  readonly constraints?: Readonly<Record<string, string>> | undefined;
  readonly children?: readonly DtoError[] | undefined;
}

/** Where an error stands. */
interface Place {
  readonly path: readonly string[];
  /** What the caller had sent there, before any conversion; undefined if nothing. */
  readonly sent: unknown;
  readonly isSent: boolean;
}

/** class-validator's errors as issues; `sent` is what the caller gave, before any conversion. */
export function issuesOfErrors(errors: readonly DtoError[], sent: unknown): readonly ValidationIssue[] {
  const missing = new Set<string>();
  return errors
    .flatMap((error) => issuesAt(error, { path: [], sent, isSent: true }))
    .filter(({ path, rule }) => rule !== 'required' || (!missing.has(path) && missing.add(path)));
}

function issuesAt(error: DtoError, parent: Place): readonly ValidationIssue[] {
  const place = placeOf(error, parent);
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
    toIssue(error, place, { rule, message }),
  );
  return [...own, ...(error.children ?? []).flatMap((child) => issuesAt(child, place))];
}

function placeOf({ target, property }: DtoError, parent: Place): Place {
  // An error without a property is about the object itself.
  if (property === undefined) return parent;
  const name = argumentsOf(target)?.get(property) ?? property;
  const path = [...parent.path, name];
  const { sent } = parent;
  if (typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, name))
    return { path, sent: undefined, isSent: false };
  return { path, sent: (sent as Record<string, unknown>)[name], isSent: true };
}

/** By the property's name in the class, the name under which a caller sends it. */
function argumentsOf(target: object | undefined): ReadonlyMap<string, string> | undefined {
  const type: Constructor | undefined = target?.constructor;
  if (!isDtoClass(type)) return undefined;
  const names = new Map<string, string>();
  for (const { name, argument } of describeDto(type).values()) if (argument !== undefined) names.set(name, argument);
  return names;
}

interface Breach {
  readonly rule: string;
  readonly message: string;
}

function toIssue(error: DtoError, place: Place, { rule, message }: Breach): ValidationIssue {
  const path = pointerOf(place.path);
  if (rule === 'whitelistValidation') return unknownProperty(error, path, place.isSent);
  const own = withoutName(message, error.property ?? '');
  // Of what was never sent, class-validator breaks every rule; one word for it, unless the author chose his own.
  if (!place.isSent && own !== message) return { path, message: 'is missing', rule: 'required' };
  const expected = rule === 'unknownValue' ? 'is of no class that has rules' : own;
  return { path, message: `${expected || `breaks the rule ${rule}`}, got ${previewValue(place.sent)}`, rule };
}

function unknownProperty({ target, property = '' }: DtoError, path: string, isSent: boolean): ValidationIssue {
  const type = target?.constructor;
  const declared = isDtoClass(type) ? describeDto(type) : undefined;
  // Properties that the class itself sets, or that only have a `@Field()`, are its author's mistake.
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

/** class-validator begins its messages with the property's name, in several ways; the path says it already. */
function withoutName(message: string, property: string): string {
  const beginnings: readonly (readonly [string, string])[] = [
    [`${property} `, ''],
    [`nested property ${property} `, ''],
    [`each value in nested property ${property} `, 'each value '],
    [`each value in ${property} `, 'each value '],
    [`All ${property}'s elements `, 'elements '],
    [`each value in All ${property}'s elements `, 'elements of each value '],
  ];
  for (const [beginning, instead] of beginnings) {
    if (message.startsWith(beginning)) return `${instead}${message.slice(beginning.length)}`;
  }
  return message;
}
