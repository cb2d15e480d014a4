import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { annotations } from '../json-schema/normalize-dialect.js';
import { definitionName } from '../json-schema/schema-refs.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { isNull } from './type-view.js';

/** The JSON types that a schema accepts; undefined if they are not specified. An integer counts as a number. */
export type AcceptedTypes = ReadonlySet<string> | undefined;

const shapeKeywords = [
  'type',
  'enum',
  'const',
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
];

/** Checks whether a schema describes the form of its values, not only limits or annotations. */
export function isShaped(schema: GeneratedSchema): boolean {
  return shapeKeywords.some((keyword) => Object.hasOwn(schema, keyword));
}

/** Determines the JSON types that a schema accepts. */
export function acceptedTypes(schema: unknown, definition?: (name: string) => unknown): AcceptedTypes {
  const within = new Set<unknown>();
  const visit = (held: unknown): AcceptedTypes => {
    if (!isRecord(held) || within.has(held)) return undefined;
    within.add(held);
    const { type, const: value, enum: values = value === undefined ? undefined : [value] } = held;
    if (type !== undefined) return new Set([type].flat().map((one) => (one === 'integer' ? 'number' : String(one))));
    if (Array.isArray(values)) return new Set(values.map(typeOfJson));
    if (typeof held.$ref === 'string') return visit(definition?.(definitionName(held.$ref) ?? ''));
    const branches = [held.anyOf ?? held.oneOf ?? []].flat().map(visit);
    return branches.length > 0 && branches.every((types) => types !== undefined)
      ? new Set(branches.flatMap((types) => [...types]))
      : undefined;
  };
  return visit(schema);
}

function typeOfJson(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The JSON types that rules and a type accept for one value. */
export interface TypeComparison {
  readonly ofRules: AcceptedTypes;
  readonly ofType: AcceptedTypes;
}

/**
 * Returns the keywords of a type that a DTO's rules do not specify, or none if the two accept different JSON types. If
 * the rules accept null, the keywords accept null as well.
 */
export function findFurtherKeywords(
  rules: GeneratedSchema,
  type: GeneratedSchema,
  { ofRules, ofType }: TypeComparison,
): GeneratedSchema {
  if (ofRules === undefined || ofType === undefined || !isSameButNull(ofRules, ofType)) return {};
  const excluded = new Set([
    '$ref',
    '$defs',
    'instanceOf',
    'dtoCandidate',
    ...annotations,
    ...Object.keys(rules),
    ...specifiedBy(rules),
  ]);
  const further = Object.entries(type).filter(([keyword]) => !excluded.has(keyword));
  const acceptsNull = ofRules.has('null');
  return Object.fromEntries(further.flatMap((entry) => (acceptsNull ? withNull(entry) : withoutNull(entry))));
}

function isSameButNull(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [first, second] = [one, other].map((types) => [...types].filter((type) => type !== 'null'));
  return first?.length === second?.length && first?.every((type) => other.has(type)) === true;
}

const objectKeywords = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
];
const itemKeywords = ['items', 'prefixItems', 'contains', 'unevaluatedItems'];
const choiceKeywords = ['enum', 'const', 'valueNames', 'anyOf', 'oneOf'];

/** Returns the keywords of all groups of which the rules specify at least one keyword. */
function specifiedBy(rules: GeneratedSchema): readonly string[] {
  const hasAny = (keywords: readonly string[]): boolean => keywords.some((keyword) => Object.hasOwn(rules, keyword));
  return [objectKeywords, itemKeywords, choiceKeywords].filter((group) => hasAny(group.filter(isShapeKeyword))).flat();
}

function isShapeKeyword(keyword: string): boolean {
  return shapeKeywords.includes(keyword);
}

type Keyword = readonly [keyword: string, value: unknown];

/** Changes a keyword of a type to accept null. Returns no keyword if that is not possible. */
function withNull([keyword, value]: Keyword): readonly Keyword[] {
  switch (keyword) {
    case 'type':
      return [[keyword, [...new Set([value, 'null'].flat())]]];
    case 'enum':
      return [[keyword, [...new Set([value, null].flat())]]];
    case 'const':
      return [['enum', [value, null]]];
    case 'anyOf':
    case 'oneOf':
      return [[keyword, [value, { type: 'null' }].flat()]];
    case 'allOf':
    case 'not':
      return [];
    default:
      return [[keyword, value]];
  }
}

/** Changes a keyword of a type to reject null. */
function withoutNull([keyword, value]: Keyword): readonly Keyword[] {
  if (!Array.isArray(value)) return [[keyword, value]];
  switch (keyword) {
    case 'type': {
      const [only, ...more] = value.filter((type) => type !== 'null');
      return [[keyword, more.length === 0 ? only : [only, ...more]]];
    }
    case 'enum':
      return [[keyword, value.filter((one) => one !== null)]];
    case 'anyOf':
    case 'oneOf':
      return [[keyword, value.filter((branch) => !isNull(branch))]];
    default:
      return [[keyword, value]];
  }
}
