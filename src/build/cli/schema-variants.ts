import { isSchemaObject, resolveRef } from '../../format/schema-pointer.js';
import type { JsonSchema } from '../../index.js';

/** What a JSON Schema accepts: each of its alternatives, without references. Empty if it accepts anything. */
export class SchemaVariants {
  readonly #root: JsonSchema;
  readonly #variants: readonly JsonSchema[];

  constructor(root: JsonSchema, schemas: readonly unknown[] = [root]) {
    this.#root = root;
    const seen = new Set<string>();
    this.#variants = schemas.flatMap((schema) => expand(root, schema, seen));
  }

  /** The values that the schema lists. Empty if it lists none. */
  get choices(): readonly unknown[] {
    return this.#variants.flatMap((variant) => ('const' in variant ? [variant.const] : (variant.enum ?? [])));
  }

  /** The types that the schema accepts. Empty for any type. */
  get types(): ReadonlySet<string> {
    return new Set(this.#variants.flatMap(({ type = [] }) => type));
  }

  /** Checks whether a property is declared. */
  hasProperty(name: string): boolean {
    return this.#variants.some(({ properties = {} }) => Object.hasOwn(properties, name));
  }

  /** Returns what a property accepts. */
  property(name: string): SchemaVariants {
    const schemas = this.#variants.flatMap(({ properties = {}, additionalProperties = [] }) => {
      return Object.hasOwn(properties, name) ? (properties[name] ?? []) : additionalProperties;
    });
    return new SchemaVariants(this.#root, schemas);
  }

  /** What the items of a list accept. */
  get items(): SchemaVariants {
    return new SchemaVariants(
      this.#root,
      this.#variants.flatMap(({ items = [] }) => items),
    );
  }
}

/** Returns a schema with its alternatives. Each reference is followed once, because types may contain each other. */
function expand(root: JsonSchema, schema: unknown, seen: Set<string>): readonly JsonSchema[] {
  if (!isSchemaObject(schema)) return [];
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
  const parts = [...anyOf, ...oneOf, ...allOf].flatMap((part) => expand(root, part, seen));
  if ($ref === undefined || seen.has($ref)) return [schema, ...parts];
  seen.add($ref);
  return [schema, ...parts, ...expand(root, resolveRef(root, $ref), seen)];
}
