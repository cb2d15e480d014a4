import type { JsonSchema } from '../../../base/json/json-schema.js';
import { listOf } from '../../../base/values/list-of.js';
import { memoize } from '../../../base/values/memoize.js';
import { editSchemas, isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';

const handleName = 'handle';
const handleSchema: JsonSchema = Object.freeze({
  type: 'string',
  pattern: '^@\\w',
  description: 'A handle of a result, such as @c7/0/from',
});

const hint =
  'The result is kept: in the place of each text it has a handle, such as @c7/0/from. Pass a handle to another tool, as the ' +
  'whole value of an argument, in the place of the text.';

/** Returns the spec that models see of a tool in a toolkit whose results may be handles. */
export const acceptingHandles: (shown: ToolSpec) => ToolSpec = memoize((shown) => {
  const inputSchema = withHandles(shown.inputSchema);
  return inputSchema === shown.inputSchema ? shown : shown.with({ inputSchema });
});

/** Returns the spec that models see of a tool whose results are shown as handles. They do not fit its output schema. */
export const showingHandles: (shown: ToolSpec) => ToolSpec = memoize((shown) => {
  const { description } = shown;
  return acceptingHandles(shown)
    .with({ description: description === undefined ? hint : `${description}\n\n${hint}` })
    .withoutOutputSchema();
});

/** Adds the alternative of a handle to each argument that would refuse it. */
function withHandles(schema: JsonSchema): JsonSchema {
  let isUsed = false;
  const name = freeName(schema);
  const widen = (held: unknown): unknown => {
    if (!isRecord(held) || !refusesHandles(held)) return held;
    isUsed = true;
    const { description, default: value, examples, ...own } = held;
    const outer = Object.entries({ description, default: value, examples }).filter(([, said]) => said !== undefined);
    return Object.freeze({ anyOf: [own, { $ref: `#/$defs/${name}` }], ...Object.fromEntries(outer) });
  };
  const widened = editSchemas(schema, (one) => {
    const { properties, items } = one;
    const edited = {
      ...one,
      ...(isRecord(properties) ? { properties: mapValues(properties, widen) } : {}),
      ...(isRecord(items) ? { items: widen(items) } : {}),
    };
    const isSame = edited.items === items && isSameRecord(edited.properties, properties);
    return isSame ? one : Object.freeze(edited);
  });
  return isUsed ? { ...widened, $defs: { ...widened.$defs, [name]: handleSchema } } : schema;
}

/** Checks whether a handle would break the rules of a schema. A choice needs none, because results show it. */
function refusesHandles(schema: Readonly<Record<string, unknown>>): boolean {
  if (Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')) return false;
  const types = listOf(schema.type);
  if (!types.includes('string')) return !types.every((type) => type === 'boolean' || type === 'null');
  return ['format', 'pattern', 'maxLength', 'minLength'].some((keyword) => Object.hasOwn(schema, keyword));
}

function freeName({ $defs = {} }: JsonSchema): string {
  let name = handleName;
  while (Object.hasOwn($defs, name)) name += '_';
  return name;
}

function mapValues(record: Readonly<Record<string, unknown>>, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function isSameRecord(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other;
  return Object.keys(one).every((key) => one[key] === other[key]);
}
