import type { JsonSchema } from '../../json-schema.js';
import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { jsonValue } from '../dto/json-value.js';
import { definitionName, refTo } from '../json-schema/schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas, schemasHeldBy } from '../json-schema/schema-walk.js';
import type { GeneratedTypes } from './generated-types.js';

/** What a copy of a generated schema has in the place of some of its parts. */
export interface CopyOptions {
  /** Another schema for the whole of one, ready to be handed out; undefined to copy it. */
  readonly replace?: ((schema: GeneratedSchema) => AnySchema | undefined) | undefined;
  /** The name that a definition has in the copy. @default its own */
  readonly rename?: ((definition: string) => string) | undefined;
  /** Another schema to be copied instead of one. */
  readonly rewrite?: ((schema: GeneratedSchema) => GeneratedSchema) | undefined;
}

/** A frozen copy of a generated schema in plain JSON Schema, without `instanceOf`. */
export function copySchema(schema: GeneratedSchema, options: CopyOptions = {}): JsonSchema {
  return copyHeld(schema, options) as JsonSchema;
}

/** The same together with the definitions that it leads to. */
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
  for (const [keyword, value] of Object.entries(source)) {
    const copy = copyKeyword(keyword, value, options);
    // What is no JSON is left out: the class of `instanceOf`.
    if (copy !== undefined) entries.push([keyword, copy]);
  }
  return Object.freeze(Object.fromEntries(entries));
}

function copyKeyword(keyword: string, value: unknown, options: CopyOptions): unknown {
  if (keyword === '$ref') return renamed(value, options);
  if (schemasHeldBy(keyword) === undefined) return jsonValue(value);
  return Object.freeze(mapHeldSchemas([keyword, value], (held) => copyHeld(held, options)));
}

function renamed(ref: unknown, { rename }: CopyOptions): unknown {
  const name = typeof ref === 'string' ? definitionName(ref) : undefined;
  return name === undefined || rename === undefined ? ref : refTo(rename(name));
}
