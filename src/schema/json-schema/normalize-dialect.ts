import { isRecord } from './schema-walk.js';

/** What sets the drafts apart where a keyword alone does not tell. */
export interface Dialect {
  /** The keyword that names a schema: `id` in draft-04. */
  readonly idKeyword: '$id' | 'id';
  /** Whether keywords beside `$ref` do not count: up to draft-07. */
  readonly refStandsAlone: boolean;
}

/** 2019-09, 2020-12, OpenAPI 3.1, and what no `$schema` declares. */
const modern: Dialect = { idKeyword: '$id', refStandsAlone: false };

const dialects: readonly [RegExp, Dialect][] = [
  [/^https?:\/\/json-schema\.org\/draft-04\/(hyper-)?schema#?$/, { idKeyword: 'id', refStandsAlone: true }],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/(hyper-)?schema#?$/, { idKeyword: '$id', refStandsAlone: true }],
  [/^https?:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/(hyper-)?schema#?$/, modern],
  [/^https?:\/\/json-schema\.org\/schema#?$/, modern],
  [/^https:\/\/spec\.openapis\.org\/oas\/3\.\d\/dialect\//, modern],
];

/** The dialect that a schema's `$schema` declares; undefined for one that toolwright does not read. */
export function dialectOf(schema: unknown): Dialect | undefined {
  const declared = isRecord(schema) ? schema.$schema : undefined;
  if (declared === undefined) return modern;
  return dialects.find(([pattern]) => typeof declared === 'string' && pattern.test(declared))?.[1];
}

/** Keywords that tell about values without judging them. They count beside any `$ref`. */
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
 * One schema object in the words of 2020-12: what older drafts and OpenAPI 3.0 say otherwise is translated.
 * The schemas that it holds are translated already.
 */
export function modernize(fields: Fields): Fields {
  let modernized = fields;
  for (const [keyword, translate] of translations) {
    if (Object.hasOwn(modernized, keyword)) modernized = translate(modernized);
  }
  return modernized;
}

/** By the keyword without which there is nothing to translate. */
const translations: readonly (readonly [keyword: string, translate: (fields: Fields) => Fields])[] = [
  ['items', tuples],
  ['additionalItems', ({ additionalItems: _, ...fields }) => fields],
  ['dependencies', dependencies],
  ['exclusiveMinimum', (fields) => exclusiveLimit(fields, 'minimum', 'exclusiveMinimum')],
  ['exclusiveMaximum', (fields) => exclusiveLimit(fields, 'maximum', 'exclusiveMaximum')],
  ['example', examples],
  ['nullable', nullable],
];

function tuples(fields: Fields): Fields {
  const { items, additionalItems, ...others } = fields;
  if (!Array.isArray(items)) return fields;
  return {
    ...others,
    ...(items.length > 0 ? { prefixItems: items } : {}),
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

function dependencies({ dependencies: mixed, ...fields }: Fields): Fields {
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

/** In draft-04 `exclusiveMinimum` is a boolean that sharpens `minimum`. */
function exclusiveLimit(fields: Fields, limit: string, exclusive: string): Fields {
  const { [limit]: bound, [exclusive]: sharp, ...others } = fields;
  if (typeof sharp !== 'boolean') return fields;
  if (bound === undefined) return others;
  return { ...others, [sharp ? exclusive : limit]: bound };
}

function examples({ example, ...fields }: Fields): Fields {
  if (example === undefined || fields.examples !== undefined) return fields;
  return { ...fields, examples: [example] };
}

/** OpenAPI 3.0: with a `type`, null is one more; without, the schema as a whole or null. */
function nullable({ nullable: isNullable, ...fields }: Fields): Fields {
  if (isNullable !== true) return fields;
  if (fields.type !== undefined) {
    const types = [fields.type].flat();
    return types.includes('null') ? fields : { ...fields, type: [...types, 'null'] };
  }
  const entries = Object.entries(fields);
  const told = entries.filter(([keyword]) => annotations.has(keyword) || keyword.startsWith('x-'));
  const judged = entries.filter(([keyword]) => !annotations.has(keyword) && !keyword.startsWith('x-'));
  if (judged.length === 0) return fields;
  const [keyword, branches] = judged[0] ?? [];
  const others =
    judged.length === 1 && keyword === 'anyOf' ? (branches as readonly unknown[]) : [Object.fromEntries(judged)];
  return { ...Object.fromEntries(told), anyOf: [...others, { type: 'null' }] };
}
