import fc from 'fast-check';

/** The ways to create arguments, the preferred first: whether optional properties are set, and the alternative of a union. */
const variants = [0, 1, 2, 3].flatMap((alternative) => [
  { alternative, optionalDepth: 2 },
  { alternative, optionalDepth: 1 },
  { alternative, optionalDepth: 0 },
]);

/** Creates arguments that a tool accepts. Returns undefined if none of those that were tried is accepted. */
export async function createSampleArguments(spec, options = {}) {
  for (const variant of variants) {
    const args = createValue(spec.inputSchema, { ...variant, ...options, root: spec.inputSchema, depth: 0 });
    const { ok } = await spec.validate(args, { coerce: false });
    if (ok) return args;
  }
  return undefined;
}

// A deeper value is only created if it is required.
const maxDepth = 8;

function createValue(schema, context) {
  const merged = merge(schema, context);
  if (merged.not !== undefined && Object.keys(merged.not).length === 0) return undefined;
  if (merged.const !== undefined) return merged.const;
  if (merged.enum !== undefined) return merged.enum.find((value) => value !== null) ?? null;
  const types = [merged.type ?? (merged.properties === undefined ? 'string' : 'object')].flat();
  const type = types.find((one) => one !== 'null') ?? 'null';
  return creators[type](merged, context);
}

/** Combines a schema with the target of its reference, with all schemas of `allOf` and with one alternative. */
function merge(schema, context) {
  if (typeof schema !== 'object') return {};
  const { $ref, allOf = [], anyOf, oneOf, ...own } = schema;
  const target = $ref === undefined ? [] : [context.root.$defs[decodeURIComponent($ref.slice('#/$defs/'.length))]];
  // A text comes first: in a path, prism reads a number as a text as well, which fits two alternatives.
  const alternatives = (anyOf ?? oneOf ?? [])
    .filter((one) => one.type !== 'null')
    .sort((one, other) => Number(other.type === 'string') - Number(one.type === 'string'));
  const chosen = alternatives.length === 0 ? [] : [alternatives[context.alternative % alternatives.length]];
  return [...target, ...allOf, ...chosen].map((one) => merge(one, context)).reduce(combine, own);
}

function combine(one, other) {
  return {
    ...other,
    ...one,
    properties: one.properties || other.properties ? { ...other.properties, ...one.properties } : undefined,
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

const creators = {
  null: () => null,
  boolean: () => true,
  integer: (schema) => Math.ceil(createNumber(schema, 1)),
  number: (schema) => createNumber(schema, 1),
  string: createText,
  array: createArray,
  object: createObject,
};

function createNumber({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }) {
  if (multipleOf !== undefined) return Math.ceil((minimum ?? 1) / multipleOf) * multipleOf;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  return Math.min(Math.max(1, least ?? 1), most ?? Number.POSITIVE_INFINITY);
}

const formats = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  'uri-reference': '/a',
  url: 'https://example.com/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

function createText({ format, pattern, contentEncoding, minLength = 0, maxLength = Number.POSITIVE_INFINITY }) {
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(formats[format] ?? '')) {
    const isFitting = (text) => text.length >= minLength && text.length <= maxLength;
    // In a path or a header, other characters would be a test of the encoding.
    const isPlain = (text) => /^[\x21-\x7e]*$/.test(text);
    const texts = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 500 }).filter(isFitting);
    return texts.find((text) => isPlain(text) && text !== '') ?? texts[0] ?? '';
  }
  if (contentEncoding === 'base64') return 'AQID'.repeat(Math.max(1, Math.ceil(minLength / 4)));
  const text = (formats[format] ?? 'a').padEnd(minLength, 'a');
  return text.length <= maxLength ? text : text.slice(0, maxLength);
}

function createArray({ items = {}, prefixItems = [], minItems = 1 }, context) {
  const inner = { ...context, depth: context.depth + 1 };
  if (inner.depth > maxDepth) return [];
  const count = Math.max(minItems, prefixItems.length, 1);
  const values = Array.from({ length: count }, (_, index) => createValue(prefixItems[index] ?? items, inner));
  const isRepeated = values.length > 1 && typeof values[0] === 'string' && values.every((one) => one === values[0]);
  return (isRepeated ? values.map((one, index) => `${one}${index}`) : values).filter((one) => one !== undefined);
}

function createObject({ properties = {}, required = [], minProperties = 0, additionalProperties }, context) {
  const inner = { ...context, depth: context.depth + 1 };
  const names = Object.keys(properties).filter((name) => {
    return required.includes(name) || (context.depth < context.optionalDepth && context.depth < maxDepth);
  });
  const entries = names.map((name) => [name, createValue(properties[name], inner)]);
  const missing = Math.max(0, minProperties - entries.length);
  const isOpen = typeof additionalProperties === 'object' ? additionalProperties : {};
  const others = Array.from({ length: missing }, (_, index) => [`name${index}`, createValue(isOpen, inner)]);
  return Object.fromEntries([...entries, ...others].filter(([, value]) => value !== undefined));
}
