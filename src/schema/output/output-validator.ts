import type { JsonSchema } from '../../base/json/json-schema.js';
import { isStandardSchema } from '../../base/json/standard-schema.js';
import type { ClassFlow } from '../../tool/metadata/flow-options.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import { readSchemaSource } from '../input/read-schema-source.js';
import { CheckBudget } from '../interpreter/check-budget.js';
import type { CompiledSchema } from '../interpreter/compiled-schema.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { compileSchema } from '../validation/schema-compiler.js';
import { issuesOf } from '../validation/schema-issues.js';
import type { ParseResult } from '../values/value-parser.js';
import type { ValueSource } from '../values/value-source.js';

/** The validator of a tool's output against its output schema. */
export class OutputValidator {
  readonly #source: ValueSource;
  readonly #where: string;
  readonly #interpretation: Interpretation | undefined;
  /**
   * Whether the output of the schema takes the place of the data. That of a DTO class does not, because an instance has
   * other names and values than its JSON form.
   */
  readonly convertsData: boolean;
  #compiled: CompiledSchema | undefined;

  /** @throws DefinitionError on an invalid schema. */
  constructor(schema: SchemaSource, where: string, interpretation?: Interpretation) {
    this.#interpretation = interpretation;
    this.#where = `${where}: outputSchema`;
    this.#source = readSchemaSource(schema, this.#where, 'output');
    this.convertsData = this.#source.parse !== undefined && isStandardSchema(schema);
  }

  /** The schema that a model sees. */
  get published(): JsonSchema {
    return this.#source.published;
  }

  /** Returns what a DTO class says of the data in its properties, by JSON Pointer. */
  flow(): ClassFlow {
    return this.#source.flow?.() ?? {};
  }

  /** The author's own JSON Schema, unchanged. */
  get authored(): JsonSchema | undefined {
    return this.#source.authored;
  }

  /** Compiles the schema now. Throws a DefinitionError if it does not compile. */
  warmUp(): void {
    this.#prepare();
  }

  /** Whether the schema may accept a list. */
  get acceptsLists(): boolean {
    const { type } = this.published;
    return type === undefined || type === 'array' || (Array.isArray(type) && type.includes('array'));
  }

  /** Validates the JSON form of a tool's data. Resolves to the output of the schema, or to the issues of the data. */
  async check(data: unknown): Promise<ParseResult> {
    const parsed = await this.#source.parse?.(data);
    if (parsed !== undefined && (this.convertsData || !parsed.ok)) return parsed;
    const compiled = this.#prepare();
    const budget = this.#interpretation && new CheckBudget(this.#interpretation.limits);
    if (compiled.accepts(data, budget)) return { ok: true, value: data };
    return { ok: false, issues: issuesOf(compiled.failures(data, budget), this.#enforced) };
  }

  /** The schema that is compiled. The parser of a DTO class accepts properties that the class excludes, and clients do not. */
  get #enforced(): JsonSchema {
    const { published, enforced, parse } = this.#source;
    return parse === undefined || this.convertsData ? enforced : published;
  }

  #prepare(): CompiledSchema {
    this.#compiled ??= compileSchema(this.#enforced, this.#where, { interpretation: this.#interpretation });
    return this.#compiled;
  }
}
