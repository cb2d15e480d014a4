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

  /** Whether a text that the schema accepts represents bytes as base64. */
  get isBase64(): boolean {
    return this.#variants.some(({ contentEncoding }) => contentEncoding === 'base64');
  }

  /** The first description of the schema. */
  get description(): string | undefined {
    return this.#variants.map(({ description }) => description).find((text) => text !== undefined);
  }

  /** The names of the declared properties. */
  get propertyNames(): readonly string[] {
    return [...new Set(this.#variants.flatMap(({ properties = {} }) => Object.keys(properties)))];
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

  /** Returns what the item of a list accepts at an index. */
  item(index: number): SchemaVariants {
    const schemas = this.#variants.map(({ prefixItems = [], items }) => prefixItems[index] ?? items);
    return new SchemaVariants(this.#root, schemas);
  }

  /** Checks whether a value has an accepted type, and so do the items of a list. */
  accepts(value: unknown): boolean {
    const { types, choices } = this;
    if (choices.includes(value)) return true;
    if (types.size === 0) return choices.length === 0;
    if (Array.isArray(value)) return types.has('array') && this.acceptsItems(value);
    return typesOf(value).some((type) => types.has(type));
  }

  /** Checks whether each value is accepted as the item at its index. */
  acceptsItems(values: readonly unknown[]): boolean {
    return values.every((value, index) => this.item(index).accepts(value));
  }
}

/** Returns the names that JSON Schema has for the type of a value that is no list. */
function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
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
