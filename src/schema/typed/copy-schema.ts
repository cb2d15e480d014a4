import type { JsonSchema } from '../../base/json/json-schema.js';
import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { jsonValue } from '../json-schema/json-value.js';
import { definitionName, refTo } from '../json-schema/schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas, schemasHeldBy } from '../json-schema/schema-walk.js';
import { describeValueNames } from '../json-schema/value-names.js';
import type { GeneratedTypes } from './generated-types.js';

/** The replacements for parts of a generated schema in its copy. */
export interface CopyOptions {
  /** Returns the final replacement of a schema, or undefined to copy the schema. */
  readonly replace?: ((schema: GeneratedSchema) => AnySchema | undefined) | undefined;
  /** Returns the name of a definition in the copy. @default the unchanged name */
  readonly rename?: ((definition: string) => string) | undefined;
  /** Returns the schema that is copied instead of a schema. */
  readonly rewrite?: ((schema: GeneratedSchema) => GeneratedSchema) | undefined;
}

/**
 * Creates a frozen copy of a generated schema in plain JSON Schema, without classes, and with `valueNames` in the
 * description.
 */
export function copySchema(schema: GeneratedSchema, options: CopyOptions = {}): JsonSchema {
  return copyHeld(schema, options) as JsonSchema;
}

/** Creates a frozen copy of a generated schema in plain JSON Schema, with the definitions to which it refers. */
export function copyWithDefinitions(
  schema: GeneratedSchema,
  types: GeneratedTypes,
  options: CopyOptions = {},
): JsonSchema {
  const { definitions } = types.reach(schema);
  const root = copySchema(schema, options);
  if (definitions.size === 0) return root;
  const entries = [...definitions].map(
    (name) => [name, copyHeld(types.definition(name), options) as AnySchema] as const,
  );
  return Object.freeze({ ...root, $defs: Object.freeze({ ...root.$defs, ...Object.fromEntries(entries) }) });
}

function copyHeld(held: unknown, options: CopyOptions): unknown {
  if (!isRecord(held)) return held;
  const replaced = options.replace?.(held);
  if (replaced !== undefined) return replaced;
  const source = options.rewrite?.(held) ?? held;
  const entries: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(describeNames(source))) {
    const copy = copyKeyword(keyword, value, options);
    // Values that are not JSON are omitted: the classes of `instanceOf` and `dtoCandidate`.
    if (copy !== undefined) entries.push([keyword, copy]);
  }
  return Object.freeze(Object.fromEntries(entries));
}

/** Returns a generated schema with the names of an enum's numbers in its description instead of `valueNames`. */
export function describeNames(schema: GeneratedSchema): GeneratedSchema {
  const { valueNames, ...others } = schema;
  if (!isRecord(valueNames)) return schema;
  const { description: own, enum: values = [schema.const] } = schema;
  const text = typeof own === 'string' ? own : undefined;
  const description = describeValueNames(text, Array.isArray(values) ? values : [], valueNames);
  return description === undefined ? others : { ...others, description };
}

function copyKeyword(keyword: string, value: unknown, options: CopyOptions): unknown {
  if (keyword === '$ref') return renameRef(value, options);
  if (schemasHeldBy(keyword) === undefined) return jsonValue(value);
  return Object.freeze(mapHeldSchemas([keyword, value], (held) => copyHeld(held, options)));
}

function renameRef(ref: unknown, { rename }: CopyOptions): unknown {
  const name = typeof ref === 'string' ? definitionName(ref) : undefined;
  return name === undefined || rename === undefined ? ref : refTo(rename(name));
}
