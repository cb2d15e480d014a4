import type { JsonSchema } from '../../../base/json/json-schema.js';
import { redacted } from '../../../call/state/secret.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

// A deeper value is covered as a whole.
const maxDepth = 32;

/**
 * Returns arguments without the values whose schema says that they are secret: with `writeOnly: true`, or the format
 * `password`.
 */
export function coverSecretArguments(
  args: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Readonly<Record<string, unknown>> {
  const covered = cover(args, schema, { root: schema, depth: 0 });
  return isRecord(covered) ? covered : {};
}

interface Place {
  readonly root: JsonSchema;
  readonly depth: number;
}

function cover(value: unknown, schema: JsonSchema | boolean | undefined, { root, depth }: Place): unknown {
  const schemas = alternatives(schema, root);
  if (schemas.some(({ writeOnly, format }) => writeOnly === true || format === 'password')) return redacted;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return redacted;
  const inner = { root, depth: depth + 1 };
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      coverBy(
        item,
        schemas.flatMap(({ items, prefixItems }) => [prefixItems?.[index], items]),
        inner,
      ),
    );
  }
  const members = Object.entries(value).map(([name, member]) => {
    const own = schemas.flatMap(({ properties, additionalProperties }) =>
      properties !== undefined && Object.hasOwn(properties, name) ? [properties[name]] : [additionalProperties],
    );
    return [name, coverBy(member, own, inner)] as const;
  });
  return Object.fromEntries(members);
}

/** Covers a value by each of its schemas. */
function coverBy(value: unknown, schemas: readonly (JsonSchema | boolean | undefined)[], place: Place): unknown {
  return schemas.reduce<unknown>((covered, schema) => cover(covered, schema, place), value);
}

/** Returns a schema, those that it refers to, and those that it combines. */
function alternatives(schema: JsonSchema | boolean | undefined, root: JsonSchema): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const open = [schema];
  for (let one = open.pop(); open.length > 0 || one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || found.has(one)) continue;
    found.add(one);
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = one;
    open.push(...anyOf, ...oneOf, ...allOf);
    const name = typeof $ref === 'string' ? /^#\/\$defs\/(.+)$/.exec($ref)?.[1] : undefined;
    if (name !== undefined) open.push(root.$defs?.[name.replaceAll('~1', '/').replaceAll('~0', '~')]);
  }
  return [...found];
}
