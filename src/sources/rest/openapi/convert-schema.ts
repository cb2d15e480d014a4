import { DefinitionError } from '../../../base/errors/errors.js';
import { pointerOf } from '../../../base/json/json-pointer.js';
import { freezeDeep } from '../../../schema/json-schema/freeze-deep.js';
import { findProblem } from '../../../schema/json-schema/normalize-checks.js';
import { modernize } from '../../../schema/json-schema/normalize-dialect.js';
import { show } from '../../../schema/json-schema/normalize-problem.js';
import { snapshotJson } from '../../../schema/json-schema/normalize-snapshot.js';
import { type AnySchema, isRecord, mapHeldSchemas, schemasHeldBy } from '../../../schema/json-schema/schema-walk.js';
import type { PatternCompiler } from '../../../schema/patterns/pattern-compiler.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';
import { upgradeKeywords } from './upgrade-keywords.js';

/** The settings of converting the schemas of a document. */
export interface SchemaConversion {
  readonly document: OpenApiDocument;
  /** The annotation of properties that the schemas omit: `readOnly` in arguments, `writeOnly` in outputs. */
  readonly omits: 'readOnly' | 'writeOnly';
  /** Compiles a pattern. @throws DefinitionError if the pattern is not supported. */
  readonly compilePattern: PatternCompiler;
  /** Returns the new form of a reference to a location in the document. */
  readonly referTo: (pointer: string) => string;
}

// The same as for the schemas of authors, in levels of objects and arrays.
const maxDepth = 200;

const noNames: ReadonlySet<string> = new Set();

/**
 * Converts a schema of a document to the internal dialect. Its references refer to definitions. The result is frozen
 * and shares nothing with the document.
 *
 * @throws DefinitionError if the schema, or a reference in it, is invalid.
 */
export function convertSchema(schema: unknown, conversion: SchemaConversion): AnySchema {
  return new SchemaConverter(conversion).convert(schema, noNames);
}

class SchemaConverter {
  readonly #conversion: SchemaConversion;
  /** The path to the schema that is being converted. */
  readonly #path: PropertyKey[] = [];

  constructor(conversion: SchemaConversion) {
    this.#conversion = conversion;
  }

  /** @param inherited - The properties that another schema of the same value omits. */
  convert(schema: unknown, inherited: ReadonlySet<string>): AnySchema {
    if (typeof schema === 'boolean') return schema;
    if (!isRecord(schema)) throw this.#createError(`it must be an object, true or false, got ${show(schema)}.`);
    if (this.#path.length > maxDepth) throw this.#createError('it is nested too deep.');
    const upgraded = upgradeKeywords(schema, this.#conversion.document.version);
    const omitted = this.#omittedNames(upgraded, inherited);
    const fields: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(upgraded)) {
      const converted = this.#convertKeyword([keyword, value], omitted);
      if (converted !== undefined) fields[keyword] = converted;
    }
    return freezeDeep(modernize(fields));
  }

  #convertKeyword([keyword, value]: readonly [string, unknown], omitted: ReadonlySet<string>): unknown {
    const problem = findProblem(keyword, value);
    if (problem !== undefined) throw this.#createError(problem, keyword);
    if (keyword === '$ref') return this.#refer(value);
    if (keyword === 'pattern') this.#conversion.compilePattern(value as string);
    if (keyword === 'patternProperties') Object.keys(value as object).forEach(this.#conversion.compilePattern);
    if (keyword === 'required') return withoutNames(value as readonly string[], omitted);
    if (schemasHeldBy(keyword) === undefined)
      return typeof value === 'object' ? snapshotJson(value, 'its schema') : value;
    if (Object.hasOwn(value as object, '__proto__'))
      throw this.#createError("the name '__proto__' is not allowed.", keyword);
    const kept = keyword === 'properties' ? this.#withoutOmitted(value as Fields, omitted) : value;
    // Only these schemas validate the same object.
    const passed = keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf' ? omitted : noNames;
    return mapHeldSchemas([keyword, kept], (held, steps) => {
      this.#path.push(...steps);
      const converted = this.convert(held, passed);
      this.#path.length -= steps.length;
      return converted;
    });
  }

  #refer(ref: unknown): string {
    const { document, referTo } = this.#conversion;
    return referTo(document.locate(ref).pointer);
  }

  #withoutOmitted(properties: Fields, omitted: ReadonlySet<string>): Fields {
    if (omitted.size === 0) return properties;
    return Object.fromEntries(Object.entries(properties).filter(([name]) => !omitted.has(name)));
  }

  /** Returns the names of the properties to omit: those of the schema itself, and of all schemas that it extends. */
  #omittedNames(schema: Fields, inherited: ReadonlySet<string>): ReadonlySet<string> {
    if (schema.properties === undefined && schema.allOf === undefined && schema.required === undefined)
      return inherited;
    const names = new Set(inherited);
    this.#collectOmitted(schema, names, new Set());
    return names.size === 0 ? noNames : names;
  }

  #collectOmitted(schema: unknown, names: Set<string>, seen: Set<unknown>): void {
    if (!isRecord(schema) || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(fieldsOf(schema.properties))) {
      if (this.#isOmitted(property)) names.add(name);
    }
    if (schema.$ref !== undefined) this.#collectOmitted(this.#target(schema.$ref), names, seen);
    if (Array.isArray(schema.allOf)) for (const held of schema.allOf) this.#collectOmitted(held, names, seen);
  }

  /** Checks whether a property is omitted, or refers to a schema that states it. */
  #isOmitted(property: unknown): boolean {
    const { omits } = this.#conversion;
    if (!isRecord(property)) return false;
    if (property[omits] === true) return true;
    return property.$ref !== undefined && fieldsOf(this.#target(property.$ref))[omits] === true;
  }

  #target(ref: unknown): unknown {
    return this.#conversion.document.locate(ref).value;
  }

  #createError(problem: string, keyword?: string): DefinitionError {
    const path = this.#path.length > maxDepth ? this.#path.slice(0, 6) : this.#path;
    const where = pointerOf([...path, ...(keyword === undefined ? [] : [keyword])]);
    return new DefinitionError(`its schema${where === '' ? '' : ` at '${where}'`}: ${problem}`);
  }
}

function withoutNames(names: readonly string[], omitted: ReadonlySet<string>): readonly string[] | undefined {
  const kept = names.filter((name) => !omitted.has(name));
  return kept.length === 0 ? undefined : kept;
}
