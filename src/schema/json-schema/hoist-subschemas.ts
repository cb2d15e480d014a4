import type { JsonSchema } from '../../base/json/json-schema.js';
import { safeName } from './normalize-names.js';
import { refTo, UniqueNames } from './schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas } from './schema-walk.js';

// The approximate number of characters of a reference.
const refSize = 40;

/** One distinct subschema. */
interface Subschema {
  readonly id: number;
  readonly schema: JsonSchema;
  /** The approximate number of characters of its JSON text. */
  readonly size: number;
  /** The last step of the first place that contains it. Its definition is named after it. */
  readonly hint: string;
  /** The number of places that contain it. Equal subschemas that contain it count as one. */
  uses: number;
  /** The name of its definition, once it has one. */
  name: string | undefined;
}

/**
 * Moves subschemas that occur several times into `$defs`. Returns the schema itself if that does not make it shorter.
 *
 * @param schema - A schema in the internal dialect.
 */
export function hoistSubschemas(schema: JsonSchema): JsonSchema {
  const hoisted = new Hoisting(schema).hoist();
  return JSON.stringify(hoisted).length < JSON.stringify(schema).length ? hoisted : schema;
}

class Hoisting {
  readonly #root: JsonSchema;
  readonly #given: NonNullable<JsonSchema['$defs']>;
  readonly #names: UniqueNames;
  /** The distinct subschemas by their JSON text, in which numbers replace the subschemas within. */
  readonly #byText = new Map<string, Subschema>();
  readonly #byObject = new Map<unknown, Subschema>();
  readonly #definitions: Record<string, AnySchema> = {};

  constructor({ $defs = {}, ...root }: JsonSchema) {
    this.#root = root;
    this.#given = $defs;
    this.#names = new UniqueNames(Object.keys($defs));
  }

  hoist(): JsonSchema {
    for (const [name, held] of Object.entries(this.#given)) {
      if (isRecord(held)) this.#add(held, name).name ??= name;
    }
    this.#add(this.#root, '');
    const root = this.#rewriteWithin(this.#root);
    for (const [name, held] of Object.entries(this.#given)) this.#definitions[name] = this.#rewriteWithin(held);
    return Object.keys(this.#definitions).length === 0 ? root : { ...root, $defs: this.#definitions };
  }

  #add(schema: JsonSchema, hint: string): Subschema {
    const seen = this.#byObject.get(schema);
    if (seen !== undefined) return seen;
    const { text, within } = this.#describe(schema);
    let subschema = this.#byText.get(text);
    if (subschema === undefined) {
      const size = within.reduce((sum, one) => sum + one.size, text.length);
      subschema = { id: this.#byText.size, schema, size, hint, uses: 0, name: undefined };
      this.#byText.set(text, subschema);
      for (const one of within) one.uses++;
    }
    this.#byObject.set(schema, subschema);
    return subschema;
  }

  #describe(schema: JsonSchema): { readonly text: string; readonly within: readonly Subschema[] } {
    const within: Subschema[] = [];
    const entries = Object.entries(schema).map((entry) => {
      const mapped = mapHeldSchemas(entry, (held, steps) => {
        if (!isRecord(held)) return held;
        const subschema = this.#add(held, String(steps.at(-1)));
        within.push(subschema);
        return subschema.id;
      });
      return [entry[0], mapped];
    });
    return { text: JSON.stringify(entries), within };
  }

  #rewrite(schema: unknown): unknown {
    const subschema = this.#byObject.get(schema);
    if (subschema === undefined || !isWorthHoisting(subschema)) {
      return isRecord(schema) ? this.#rewriteWithin(schema) : schema;
    }
    if (subschema.name === undefined) {
      subschema.name = this.#names.take(definitionNameFor(subschema.hint));
      this.#definitions[subschema.name] = this.#rewriteWithin(subschema.schema);
    }
    return { $ref: refTo(subschema.name) };
  }

  #rewriteWithin<Schema extends AnySchema>(schema: Schema): Schema {
    if (typeof schema === 'boolean') return schema;
    const entries = Object.entries(schema).map((entry) => {
      return [entry[0], mapHeldSchemas(entry, (held) => this.#rewrite(held))] as const;
    });
    return Object.fromEntries(entries) as Schema;
  }
}

function isWorthHoisting({ size, uses, name }: Subschema): boolean {
  return name === undefined ? (uses - 1) * size > (uses + 1) * refSize : size > refSize;
}

function definitionNameFor(hint: string): string {
  const name = safeName(hint);
  return /^[A-Za-z]/.test(name) ? name : 'Definition';
}
