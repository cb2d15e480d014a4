import type { ValidationIssue } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import type { SchemaSource } from '../../metadata/tool-options.js';
import { readSchemaSource, type ValueSource } from '../input/value-source.js';
import { type CompiledSchema, compileSchema } from './schema-compiler.js';
import { issuesOf } from './schema-issues.js';

/** The validator of a tool's output against its output schema. */
export class OutputValidator {
  readonly #source: ValueSource;
  readonly #where: string;
  #compiled: CompiledSchema | undefined;

  /** @throws DefinitionError on an invalid schema. */
  constructor(schema: SchemaSource, where: string) {
    this.#where = `${where}: outputSchema`;
    this.#source = readSchemaSource(schema, this.#where, 'output');
  }

  /** The schema that a model sees. */
  get published(): JsonSchema {
    return this.#source.published;
  }

  /** The author's own JSON Schema, unchanged. */
  get authored(): JsonSchema | undefined {
    return this.#source.authored;
  }

  /** Compiles the schema now. Throws a DefinitionError if it does not compile. */
  warmUp(): void {
    this.#compiled ??= compileSchema(this.#source.enforced, this.#where);
  }

  /**
   * Checks whether the schema accepts the JSON form of a tool's data. False does not mean that the data is invalid,
   * which only `validate` can decide.
   */
  admits(data: unknown): boolean {
    return this.#source.parse === undefined && this.#compiled?.accepts(data) === true;
  }

  /** Validates the JSON form of a tool's data. Resolves to its issues, or to an empty list if it is valid. */
  async validate(data: unknown): Promise<readonly ValidationIssue[]> {
    this.#compiled ??= compileSchema(this.#source.enforced, this.#where);
    if (!this.#compiled.accepts(data)) return issuesOf(this.#compiled.failures(data), this.#source.enforced);
    const parsed = await this.#source.parse?.(data);
    return parsed === undefined || parsed.ok ? [] : parsed.issues;
  }
}
