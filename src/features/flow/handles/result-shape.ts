import type { JsonSchema } from '../../../base/json/json-schema.js';
import { alternatives, propertyOf, type SchemaRecord } from '../../../schema/json-schema/alternatives.js';

/** What the output schema of a tool says of a place in its results. */
export class ResultShape {
  readonly #root: JsonSchema;
  readonly #schemas: readonly SchemaRecord[];

  constructor(root: JsonSchema, schemas: readonly unknown[]) {
    this.#root = root;
    this.#schemas = schemas.flatMap((schema) => alternatives(schema, root));
  }

  /** Returns the shape of the results of a tool. Without a schema, nothing is said of any place. */
  static of(schema: JsonSchema | undefined): ResultShape {
    return new ResultShape(schema ?? {}, schema === undefined ? [] : [schema]);
  }

  /** Checks whether the schema names a member. */
  names(key: string): boolean {
    return this.#schemas.some((schema) => propertyOf(schema, key).length > 0);
  }

  member(key: string): ResultShape {
    const named = this.#schemas.flatMap((schema) => propertyOf(schema, key));
    const found = named.length > 0 ? named : this.#schemas.map(({ additionalProperties }) => additionalProperties);
    return new ResultShape(this.#root, found);
  }

  item(index: number): ResultShape {
    const found = this.#schemas.map(({ items, prefixItems }) =>
      Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items,
    );
    return new ResultShape(this.#root, found);
  }

  /** Checks whether a value is one of those that the schema lists. */
  lists(value: unknown): boolean {
    return this.#schemas.some((schema) => {
      if (Array.isArray(schema.enum)) return schema.enum.includes(value);
      return Object.hasOwn(schema, 'const') && schema.const === value;
    });
  }
}
