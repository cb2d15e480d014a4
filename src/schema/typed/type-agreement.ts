import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { annotations } from '../json-schema/normalize-dialect.js';
import { definitionName } from '../json-schema/schema-refs.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { isNull } from './type-view.js';

/** The JSON types that a schema admits; undefined where it does not say. An integer counts as a number. */
export type AdmittedTypes = ReadonlySet<string> | undefined;

const shapes = [
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

/** Whether a schema says what its values look like, and not only what they must not be or what they are for. */
export function isShaped(schema: GeneratedSchema): boolean {
  return shapes.some((keyword) => Object.hasOwn(schema, keyword));
}

/** Finds out which JSON types a schema admits. */
export function admittedTypes(schema: unknown, definition?: (name: string) => unknown): AdmittedTypes {
  const within = new Set<unknown>();
  const visit = (held: unknown): AdmittedTypes => {
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

/** What rules and a type admit of one value. */
export interface Agreement {
  readonly ofRules: AdmittedTypes;
  readonly ofType: AdmittedTypes;
}

/**
 * The keywords of a type that a DTO's rules leave open: none where the two are about different JSON types. Where the rules
 * admit null, so do they.
 */
export function furtherKeywords(
  rules: GeneratedSchema,
  type: GeneratedSchema,
  { ofRules, ofType }: Agreement,
): GeneratedSchema {
  if (ofRules === undefined || ofType === undefined || !isSameButNull(ofRules, ofType)) return {};
  const taken = new Set(['$ref', '$defs', 'instanceOf', ...annotations, ...Object.keys(rules), ...settledBy(rules)]);
  const further = Object.entries(type).filter(([keyword]) => !taken.has(keyword));
  const admitsNull = ofRules.has('null');
  return Object.fromEntries(further.flatMap((entry) => (admitsNull ? withNull(entry) : withoutNull(entry))));
}

function isSameButNull(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [first, second] = [one, other].map((types) => [...types].filter((type) => type !== 'null'));
  return first?.length === second?.length && first?.every((type) => other.has(type)) === true;
}

const ofObjects = [
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
const ofItems = ['items', 'prefixItems', 'contains', 'unevaluatedItems'];
const ofChoices = ['enum', 'const', 'anyOf', 'oneOf'];

/** What rules have decided once they say one keyword of a group. */
function settledBy(rules: GeneratedSchema): readonly string[] {
  const saysAny = (keywords: readonly string[]): boolean => keywords.some((keyword) => Object.hasOwn(rules, keyword));
  return [ofObjects, ofItems, ofChoices].filter((group) => saysAny(group.filter(isShapeKeyword))).flat();
}

function isShapeKeyword(keyword: string): boolean {
  return shapes.includes(keyword);
}

type Keyword = readonly [keyword: string, value: unknown];

/** A keyword of a type as it is where null is admitted too; none if it cannot be. */
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

/** A keyword of a type as it is where null is not admitted. */
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
