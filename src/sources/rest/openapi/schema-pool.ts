import { DefinitionError } from '../../../base/errors/errors.js';
import { inPlaceTargets } from '../../../schema/json-schema/normalize-loops.js';
import { DefinitionNames } from '../../../schema/json-schema/normalize-names.js';
import { definitionName, refsIn, refTo } from '../../../schema/json-schema/schema-refs.js';
import type { AnySchema } from '../../../schema/json-schema/schema-walk.js';
import { convertSchema, type SchemaConversion } from './convert-schema.js';
import type { OpenApiDocument } from './open-api-document.js';

/** A definition that is converted, with the names of the definitions to which it refers. */
interface PooledDefinition {
  readonly schema: AnySchema;
  readonly names: readonly string[];
  /** The definitions that validate the same value. */
  readonly inPlace: readonly string[];
}

/** The schemas of a document for one side of its operations. Each definition is converted once, and shared. */
export class SchemaPool {
  readonly document: OpenApiDocument;
  readonly #conversion: SchemaConversion;
  readonly #names: DefinitionNames;
  /** The locations of the definitions by name. */
  readonly #pointers = new Map<string, string>();
  readonly #definitions = new Map<string, PooledDefinition>();
  /** The definitions whose references are known to end. */
  readonly #ending = new Set<string>();

  constructor({ document, ...settings }: Omit<SchemaConversion, 'referTo'>) {
    this.document = document;
    this.#names = new DefinitionNames(document.schemaPointers);
    this.#conversion = { ...settings, document, referTo: (pointer) => this.#referTo(pointer) };
  }

  /** Converts a schema of an operation. @throws DefinitionError if it is invalid. */
  convert(schema: unknown): AnySchema {
    return convertSchema(schema, this.#conversion);
  }

  /**
   * Returns the definitions to which schemas refer, directly or indirectly.
   *
   * @throws DefinitionError if one of them is invalid.
   */
  definitionsOf(schemas: readonly AnySchema[]): Readonly<Record<string, AnySchema>> {
    const used = new Map<string, AnySchema>();
    const queue = schemas.flatMap(namesIn);
    for (const name of queue) {
      if (used.has(name)) continue;
      const { schema, names } = this.#definition(name);
      used.set(name, schema);
      queue.push(...names);
    }
    for (const name of used.keys()) this.#checkEnding(name, new Set());
    return Object.freeze(Object.fromEntries(used));
  }

  /** Returns the definition to which a schema only refers, or else the schema itself. */
  follow(schema: AnySchema): AnySchema {
    const seen = new Set<AnySchema>();
    let current = schema;
    while (typeof current === 'object' && !seen.has(current) && Object.keys(current).join() === '$ref') {
      seen.add(current);
      current = this.#definition(definitionName(current.$ref ?? '') ?? '').schema;
    }
    return current;
  }

  #referTo(pointer: string): string {
    const name = this.#names.nameOf(pointer);
    this.#pointers.set(name, pointer);
    return refTo(name);
  }

  #definition(name: string): PooledDefinition {
    const known = this.#definitions.get(name);
    if (known !== undefined) return known;
    const pointer = this.#pointers.get(name) ?? '';
    const schema = this.convert(this.document.at(pointer));
    const definition = { schema, names: namesIn(schema), inPlace: [...inPlaceTargets(schema)] };
    this.#definitions.set(name, definition);
    return definition;
  }

  /** Throws if a definition refers back to itself without descending a level. */
  #checkEnding(name: string, path: ReadonlySet<string>): void {
    if (this.#ending.has(name)) return;
    if (path.has(name)) {
      throw new DefinitionError(
        `its schema '${name}' refers back to itself without descending a level, so validation would never end`,
      );
    }
    for (const target of this.#definition(name).inPlace) this.#checkEnding(target, new Set(path).add(name));
    this.#ending.add(name);
  }
}

function namesIn(schema: AnySchema): readonly string[] {
  return [...refsIn(schema)].map((ref) => definitionName(ref) ?? '');
}
