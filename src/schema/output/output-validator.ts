import type { ValidationIssue } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import { readSchemaSource } from '../input/read-schema-source.js';
import { CheckBudget } from '../interpreter/check-budget.js';
import type { CompiledSchema } from '../interpreter/compiled-schema.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { compileSchema } from '../validation/schema-compiler.js';
import { issuesOf } from '../validation/schema-issues.js';
import type { ValueSource } from '../values/value-source.js';

/** The validator of a tool's output against its output schema. */
export class OutputValidator {
  readonly #source: ValueSource;
  readonly #where: string;
  readonly #interpretation: Interpretation | undefined;
  #compiled: CompiledSchema | undefined;

  /** @throws DefinitionError on an invalid schema. */
  constructor(schema: SchemaSource, where: string, interpretation?: Interpretation) {
    this.#interpretation = interpretation;
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
    this.#prepare();
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
    const compiled = this.#prepare();
    const budget = this.#interpretation && new CheckBudget(this.#interpretation.limits);
    if (!compiled.accepts(data, budget)) return issuesOf(compiled.failures(data, budget), this.#source.enforced);
    const parsed = await this.#source.parse?.(data);
    return parsed === undefined || parsed.ok ? [] : parsed.issues;
  }

  #prepare(): CompiledSchema {
    this.#compiled ??= compileSchema(this.#source.enforced, this.#where, { interpretation: this.#interpretation });
    return this.#compiled;
  }
}
