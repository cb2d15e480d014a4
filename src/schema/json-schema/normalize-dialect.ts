import { isRecord } from './schema-walk.js';

/** The differences between drafts that cannot be determined from a keyword. */
export interface Dialect {
  /** The keyword that identifies a schema: `id` in draft-04. */
  readonly idKeyword: '$id' | 'id';
  /** Whether keywords next to `$ref` are ignored, as they are up to draft-07. */
  readonly ignoresRefSiblings: boolean;
}

/** The dialect of 2019-09, 2020-12, OpenAPI 3.1, and schemas without `$schema`. */
const modern: Dialect = { idKeyword: '$id', ignoresRefSiblings: false };

const dialects: readonly [RegExp, Dialect][] = [
  [/^https?:\/\/json-schema\.org\/draft-04\/(hyper-)?schema#?$/, { idKeyword: 'id', ignoresRefSiblings: true }],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/(hyper-)?schema#?$/, { idKeyword: '$id', ignoresRefSiblings: true }],
  [/^https?:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/(hyper-)?schema#?$/, modern],
  [/^https?:\/\/json-schema\.org\/schema#?$/, modern],
  [/^https:\/\/spec\.openapis\.org\/oas\/3\.\d\/dialect\//, modern],
];

/** Returns the dialect that a schema's `$schema` declares, or undefined for a dialect that is not supported. */
export function dialectOf(schema: unknown): Dialect | undefined {
  const declared = isRecord(schema) ? schema.$schema : undefined;
  if (declared === undefined) return modern;
  return dialects.find(([pattern]) => typeof declared === 'string' && pattern.test(declared))?.[1];
}

/** The keywords that describe values without validating them. They apply next to any `$ref`. */
export const annotations: ReadonlySet<string> = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Translates the keywords of older drafts and OpenAPI 3.0 in one schema object to 2020-12. The subschemas must already
 * be translated.
 */
export function modernize(fields: Fields): Fields {
  let modernized = fields;
  for (const [keyword, translate] of translations) {
    if (Object.hasOwn(modernized, keyword)) modernized = translate(modernized);
  }
  return modernized;
}

/** The translations, by the keyword that must be present. */
const translations: readonly (readonly [keyword: string, translate: (fields: Fields) => Fields])[] = [
  ['items', translateTuple],
  ['additionalItems', ({ additionalItems: _, ...fields }) => fields],
  ['dependencies', translateDependencies],
  ['exclusiveMinimum', (fields) => translateExclusiveLimit(fields, 'minimum', 'exclusiveMinimum')],
  ['exclusiveMaximum', (fields) => translateExclusiveLimit(fields, 'maximum', 'exclusiveMaximum')],
  ['example', translateExample],
  ['nullable', translateNullable],
];

function translateTuple(fields: Fields): Fields {
  const { items, additionalItems, ...others } = fields;
  if (!Array.isArray(items)) return fields;
  return {
    ...others,
    ...(items.length > 0 ? { prefixItems: items } : {}),
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

function translateDependencies({ dependencies: mixed, ...fields }: Fields): Fields {
  if (!isRecord(mixed)) return fields;
  const required: Record<string, unknown> = { ...(fields.dependentRequired as object | undefined) };
  const schemas: Record<string, unknown> = { ...(fields.dependentSchemas as object | undefined) };
  for (const [name, needs] of Object.entries(mixed)) {
    if (Array.isArray(needs)) {
      required[name] = [...new Set([...((required[name] as unknown[] | undefined) ?? []), ...needs])];
    } else {
      schemas[name] = schemas[name] === undefined ? needs : { allOf: [schemas[name], needs] };
    }
  }
  return {
    ...fields,
    ...(Object.keys(required).length > 0 ? { dependentRequired: required } : {}),
    ...(Object.keys(schemas).length > 0 ? { dependentSchemas: schemas } : {}),
  };
}

/** Translates `exclusiveMinimum` of draft-04, which is a boolean that modifies `minimum`. */
function translateExclusiveLimit(fields: Fields, limit: string, exclusive: string): Fields {
  const { [limit]: bound, [exclusive]: isExclusive, ...others } = fields;
  if (typeof isExclusive !== 'boolean') return fields;
  if (bound === undefined) return others;
  return { ...others, [isExclusive ? exclusive : limit]: bound };
}

function translateExample({ example, ...fields }: Fields): Fields {
  if (example === undefined || fields.examples !== undefined) return fields;
  return { ...fields, examples: [example] };
}

/** Translates `nullable` of OpenAPI 3.0: adds null to `type`, or creates a union of the entire schema and null. */
function translateNullable({ nullable: isNullable, ...fields }: Fields): Fields {
  if (isNullable !== true) return fields;
  if (fields.type !== undefined) {
    const types = [fields.type].flat();
    return types.includes('null') ? fields : { ...fields, type: [...types, 'null'] };
  }
  const entries = Object.entries(fields);
  const described = entries.filter(([keyword]) => annotations.has(keyword) || keyword.startsWith('x-'));
  const constraints = entries.filter(([keyword]) => !annotations.has(keyword) && !keyword.startsWith('x-'));
  if (constraints.length === 0) return fields;
  const [keyword, branches] = constraints[0] ?? [];
  const others =
    constraints.length === 1 && keyword === 'anyOf'
      ? (branches as readonly unknown[])
      : [Object.fromEntries(constraints)];
  return { ...Object.fromEntries(described), anyOf: [...others, { type: 'null' }] };
}
