import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { listOf } from '../../base/values/list-of.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { SchemaFailure } from '../interpreter/schema-failure.js';
import { describeFormats } from '../json-schema/describe-formats.js';
import { isRecord } from '../json-schema/schema-walk.js';

/** Converts a validator's failures to issues that state the expected and the received value. */
export function issuesOf(failures: readonly SchemaFailure[], schema: JsonSchema): readonly ValidationIssue[] {
  const suggest = createSuggester();
  const issues = reduceUnions(failures, suggest).map((failure) => toIssue(failure, schema, suggest));
  return issues.length < 2 ? issues : removeRepeats(issues);
}

function removeRepeats(issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ path, message }) => {
    const count = seen.size;
    return seen.add(`${path.length}${path}${message}`).size > count;
  });
}

/** Formats all issues of a call's arguments as one line for the model. */
export function describeIssues(toolName: string, issues: readonly ValidationIssue[]): string {
  return `Invalid arguments for '${toolName}': ${joinIssues(issues.map(describeArgumentIssue))}`;
}

/** Formats the issues of any value as one line. */
export function listIssues(issues: readonly ValidationIssue[]): string {
  return joinIssues(issues.map((issue) => describeIssue(issue, 'the data')));
}

function joinIssues(lines: readonly string[]): string {
  let joined = lines[0] ?? '';
  // `join` is several times slower.
  for (let index = 1; index < lines.length && index < shownIssues; index++) joined += `; ${lines[index]}`;
  const more = lines.length - shownIssues;
  return more > 0 ? `${joined}; and ${more} more` : joined;
}

const shownIssues = 20;

/** Formats one issue of a call's arguments for the model. */
export function describeArgumentIssue(issue: ValidationIssue): string {
  const { path, message, rule } = issue;
  const name = rule === 'unknown' || rule === 'required' ? topLevelName(path) : undefined;
  if (name !== undefined)
    return rule === 'required'
      ? `missing argument '${name}'`
      : `unknown argument '${name}'${message.replace('is unknown', '')}`;
  return describeIssue(issue, 'the arguments');
}

/** Formats an issue. `whole` names the entire value, for an issue without a path. */
function describeIssue({ path, message, rule }: ValidationIssue, whole: string): string {
  if (path !== '') return `${path} ${message}`;
  // The message of a Standard Schema may be a sentence of its own.
  return rule === 'schema' && !predicate.test(message) ? message : `${whole} ${message}`;
}

const predicate = /^(?:must|should|cannot|may not)\b/;

function topLevelName(path: string): string | undefined {
  return /^\/([^/]*)$/.exec(path)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A function that returns the known name that an unknown name is most similar to. */
type Suggester = (name: string, readKnown: () => readonly string[]) => string | undefined;

// The number of pairs of names to compare for one call.
const maxComparisons = 2_000;

/** Creates a function that suggests names, until it has compared too many. */
export function createSuggester(): Suggester {
  let remaining = maxComparisons;
  return (name, readKnown) => {
    if (remaining <= 0) return undefined;
    const known = readKnown();
    remaining -= known.length;
    return nearestName(name, known);
  };
}

function toIssue(failure: SchemaFailure, schema: JsonSchema, suggest: Suggester): ValidationIssue {
  const { keyword, instancePath } = failure;
  if (keyword === 'required') {
    return { path: instancePath + pointerOf([failure.params.missingProperty]), message: 'is missing', rule: keyword };
  }
  if (keyword === 'limit') return { path: instancePath, message: failure.message ?? '', rule: keyword };
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = unknownNameOf(failure) ?? '';
    return {
      path: instancePath + pointerOf([name]),
      message: describeUnknown(suggest(name, () => knownNames(failure, schema))),
      rule: 'unknown',
    };
  }
  return {
    path: instancePath,
    message: `${describeExpectation(failure)}, got ${previewValue(failure.data)}`,
    rule: keyword,
  };
}

/** Returns the names of the properties that are declared where a name is unknown. */
function knownNames({ parentSchema, instancePath }: SchemaFailure, { properties }: JsonSchema): readonly string[] {
  return Object.keys(parentSchema?.properties ?? (instancePath === '' ? properties : undefined) ?? {});
}

/** Returns the message about an unknown name. */
export function describeUnknown(near: string | undefined): string {
  return near === undefined ? 'is unknown' : `is unknown (did you mean '${near}'?)`;
}

function describeExpectation({ keyword, params, message, schema, parentSchema }: SchemaFailure): string {
  switch (keyword) {
    case 'type':
      return `must be ${orList(listOf<string>(params.type))}`;
    case 'enum':
      return `must be ${orList((schema as readonly unknown[]).map((value) => previewValue(value)))}`;
    case 'const':
      return `must be ${previewValue(schema)}`;
    case 'anyOf':
    case 'oneOf':
      return params.passingSchemas === undefined || params.passingSchemas === null
        ? `must be ${orList([...new Set(branchesOf(schema as readonly unknown[]).map(describeBranch))])}`
        : 'must match exactly one of its forms';
    case 'minLength':
      return `must have at least ${plural(params.limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${plural(params.limit, 'character')}`;
    case 'minItems':
      return `must have at least ${plural(params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${plural(params.limit, 'item')}`;
    case 'pattern':
      return `must match the pattern ${params.pattern}`;
    case 'format':
      return `must be ${describeFormats(listOf<string>(params.format))}`;
    case 'false schema':
      return 'is not allowed';
    case 'not':
      return `must not match ${previewValue(parentSchema?.not)}`;
    default:
      return message ?? `violates the rule ${keyword}`;
  }
}

/** Returns the branches of a union that are objects. A union with the branch `true` never fails. */
function branchesOf(union: readonly unknown[]): readonly JsonSchema[] {
  return union.filter((branch): branch is JsonSchema => isRecord(branch));
}

function describeBranch(branch: JsonSchema): string {
  const { type, enum: values, const: value, $ref } = branch;
  if (value !== undefined) return previewValue(value);
  if (values !== undefined) return orList(values.map((one) => previewValue(one)));
  if (type !== undefined) return orList(listOf(type));
  return $ref?.split('/').at(-1) ?? 'another form';
}

function orList(words: readonly string[]): string {
  if (words.length > maxChoices) return `one of ${words.slice(0, maxChoices).join(', ')}, …`;
  return words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

const maxChoices = 20;

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/**
 * Reduces the failures of each failed union, which reports the failures of all branches and then its own. If the type
 * of the value matches a branch, the failures inside that branch are more specific. Otherwise, only the union's failure
 * remains.
 */
function reduceUnions(failures: readonly SchemaFailure[], suggest: Suggester): readonly SchemaFailure[] {
  const reduced: SchemaFailure[] = [];
  for (const failure of failures) {
    if (failure.keyword === 'if') continue;
    if (failure.keyword !== 'anyOf' && failure.keyword !== 'oneOf') {
      reduced.push(failure);
      continue;
    }
    const inner: SchemaFailure[] = [];
    for (let last = reduced.at(-1); last !== undefined && isWithin(last, failure); last = reduced.at(-1)) {
      inner.push(last);
      reduced.pop();
    }
    const formats = failedFormats(inner.reverse(), failure);
    if (formats !== undefined) {
      reduced.push({ ...failure, keyword: 'format', params: { format: formats } });
      continue;
    }
    const deeper = inner.filter((one) => isInside(one, failure));
    reduced.push(...(deeper.length > 0 ? selectLikeliestBranch(deeper, { union: failure, suggest }) : [failure]));
  }
  return reduced;
}

/** Returns the formats of a union that lists only formats of one value, or undefined for any other union. */
function failedFormats(inner: readonly SchemaFailure[], union: SchemaFailure): readonly string[] | undefined {
  const branches = union.schema as readonly unknown[];
  if (inner.length !== branches.length || inner.some(({ keyword }) => keyword !== 'format')) return undefined;
  return inner.every((failure) => failure.instancePath === union.instancePath)
    ? inner.map(({ params }): string => params.format)
    : undefined;
}

function isWithin(inner: SchemaFailure, union: SchemaFailure): boolean {
  return inner.instancePath === union.instancePath || inner.instancePath.startsWith(`${union.instancePath}/`);
}

/** Checks whether a branch's failure is inside the value, which means that the branch matches the type of the value. */
function isInside(inner: SchemaFailure, union: SchemaFailure): boolean {
  if (inner.instancePath !== union.instancePath) return true;
  return !['type', 'enum', 'const', 'anyOf', 'oneOf', 'false schema'].includes(inner.keyword);
}

/**
 * Returns the failures of the branch that the value most likely belongs to, according to its constants, the number of
 * failures, and the names that are similar to those of the branch.
 */
function selectLikeliestBranch(
  failures: readonly SchemaFailure[],
  { union, suggest }: { readonly union: SchemaFailure; readonly suggest: Suggester },
): readonly SchemaFailure[] {
  const branches = new Map<string, SchemaFailure[]>();
  const prefix = `${union.schemaPath}/`;
  for (const failure of failures) {
    const branch = branchOf(failure, prefix);
    const known = branches.get(branch);
    if (known === undefined) branches.set(branch, [failure]);
    else known.push(failure);
  }
  const selector = findSelector([...branches.values()], union);
  if (selector !== undefined) return [selector];
  const compare = (a: readonly SchemaFailure[], b: readonly SchemaFailure[]) =>
    mismatches(a) - mismatches(b) || a.length - b.length;
  const [first = failures, ...others] = [...branches.values()].sort(compare);
  const isMisspelt = (failure: SchemaFailure): boolean => {
    const name = unknownNameOf(failure);
    return name !== undefined && suggest(name, () => knownNames(failure, {})) !== undefined;
  };
  const equal = others.filter((other) => compare(first, other) === 0);
  return equal.length === 0 ? first : ([first, ...equal].find((branch) => branch.some(isMisspelt)) ?? first);
}

function unknownNameOf({ params }: SchemaFailure): string | undefined {
  return params.additionalProperty ?? params.unevaluatedProperty;
}

/**
 * Returns the failure of the property that selects a branch, such as `kind`, if its value selects none of them. It lists
 * the values of all branches: those of one branch would seem to be the only ones that are allowed.
 */
function findSelector(
  branches: readonly (readonly SchemaFailure[])[],
  union: SchemaFailure,
): SchemaFailure | undefined {
  const [first = [], ...others] = branches;
  if (others.length === 0) return undefined;
  const isSelector = (one: SchemaFailure) => isConstant(one) && parentOf(one.instancePath) === union.instancePath;
  for (const failure of first.filter(isSelector)) {
    const same = others.map((branch) =>
      branch.find((one) => isConstant(one) && one.instancePath === failure.instancePath),
    );
    const found = same.filter((one) => one !== undefined);
    if (found.length < same.length) continue;
    return { ...failure, keyword: 'enum', schema: [...new Set([failure, ...found].flatMap(constantsOf))] };
  }
  return undefined;
}

function isConstant({ keyword }: SchemaFailure): boolean {
  return keyword === 'const' || keyword === 'enum';
}

function constantsOf({ keyword, schema }: SchemaFailure): readonly unknown[] {
  return keyword === 'enum' ? listOf(schema) : [schema];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Returns the branch of a failure: its index after the prefix of the union, or the definition that it refers to. */
function branchOf({ schemaPath }: SchemaFailure, prefix: string): string {
  if (schemaPath.startsWith(prefix)) return schemaPath.slice(prefix.length).split('/', 1)[0] ?? '';
  return schemaPath.split('/', 3).join('/');
}

function mismatches(failures: readonly SchemaFailure[]): number {
  return failures.filter(isConstant).length;
}
