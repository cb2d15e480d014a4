import type { JsonSchema } from '../../base/json/json-schema.js';
import type { AnySchema } from '../json-schema/schema-walk.js';
import { isRecord } from '../json-schema/schema-walk.js';
import type { Check, CheckRun } from './check-run.js';
import { ownValue, presentNames } from './json-values.js';
import type { Keyword, SchemaTools } from './keyword.js';

type Fields = Readonly<Record<string, unknown>>;

/** Creates the check of `unevaluatedProperties`. */
export function checkUnevaluatedProperties(keyword: Keyword): Check {
  const step = { path: [keyword.name], check: keyword.tools.checkOf(keyword.value as AnySchema) };
  return (data, run) => {
    const evaluated = new EvaluatedNames({ tools: keyword.tools, run }, data as Fields);
    evaluated.collect(keyword.schema, keyword.name);
    const names = presentNames(data as Fields).filter((name) => !evaluated.has(name));
    return run.every(names, (name) => {
      if (keyword.value !== false) {
        return run.member(name, step, (data as Fields)[name]);
      }
      const message = 'must NOT have unevaluated properties';
      return keyword.fail(run, { data, params: { unevaluatedProperty: name }, message });
    });
  };
}

/** Creates the check of `unevaluatedItems`. */
export function checkUnevaluatedItems(keyword: Keyword): Check {
  const step = { path: [keyword.name], check: keyword.tools.checkOf(keyword.value as AnySchema) };
  return (data, run) => {
    const items = data as readonly unknown[];
    const evaluated = new EvaluatedItems({ tools: keyword.tools, run }, items);
    evaluated.collect(keyword.schema, keyword.name);
    const rest = [...items.keys()].filter((index) => !evaluated.has(index));
    if (keyword.value !== false) {
      return run.every(rest, (index) => run.member(index, step, items[index]));
    }
    if (rest[0] === undefined) return true;
    const message = `must NOT have more than ${rest[0]} items`;
    return keyword.fail(run, { data, params: { limit: rest[0] }, message });
  };
}

interface Evaluation {
  readonly tools: SchemaTools;
  readonly run: CheckRun;
}

/**
 * The members of one value that a schema and the schemas that apply with it evaluate (JSON Schema 2020-12, Core,
 * section 11).
 */
abstract class EvaluatedMembers {
  readonly #evaluation: Evaluation;
  readonly #data: unknown;

  constructor(evaluation: Evaluation, data: unknown) {
    this.#evaluation = evaluation;
    this.#data = data;
  }

  /** Adds the members that the keywords of one schema evaluate, except for `omitted`. */
  protected abstract add(schema: JsonSchema, omitted: string | undefined): void;

  protected get tools(): SchemaTools {
    return this.#evaluation.tools;
  }

  /** Collects the members that a schema evaluates. `omitted` is the keyword that asks. */
  collect(schema: AnySchema, omitted?: string): void {
    const { run } = this.#evaluation;
    run.budget.spend(1, run);
    if (!isRecord(schema)) return;
    this.add(schema, omitted);
    if (typeof schema.$ref === 'string') this.collect(this.tools.resolve(schema.$ref));
    for (const held of schema.allOf ?? []) this.collect(held);
    for (const held of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) if (this.#accepts(held)) this.collect(held);
    this.#collectConditions(schema);
  }

  #collectConditions(schema: JsonSchema): void {
    const { dependentSchemas = {} } = schema as { readonly dependentSchemas?: Readonly<Record<string, AnySchema>> };
    for (const [name, held] of Object.entries(dependentSchemas)) {
      if (isRecord(this.#data) && ownValue(this.#data, name) !== undefined) this.collect(held);
    }
    if (schema.if === undefined) return;
    const condition = schema.if as AnySchema;
    const holds = this.#accepts(condition);
    if (holds) this.collect(condition);
    this.collect(((holds ? schema.then : schema.else) ?? true) as AnySchema);
  }

  #accepts(schema: AnySchema): boolean {
    return this.accepts(schema, this.#data);
  }

  protected accepts(schema: AnySchema, data: unknown): boolean {
    const { tools, run } = this.#evaluation;
    return run.silently({ path: [], check: tools.checkOf(schema) }, data);
  }

  protected matches(source: string, name: string): boolean {
    const { tools, run } = this.#evaluation;
    return run.budget.matches(tools.compilePattern(source), name, run);
  }
}

class EvaluatedNames extends EvaluatedMembers {
  readonly #present: readonly string[];
  #names = new Set<string>();

  constructor(evaluation: Evaluation, data: Fields) {
    super(evaluation, data);
    this.#present = presentNames(data);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  protected add(schema: JsonSchema, omitted: string | undefined): void {
    const { properties = {}, patternProperties = {} } = schema;
    const isOpen = ['additionalProperties', 'unevaluatedProperties'].some(
      (keyword) => keyword !== omitted && schema[keyword] !== undefined,
    );
    const patterns = Object.keys(patternProperties);
    for (const name of this.#present) {
      if (isOpen || Object.hasOwn(properties, name) || patterns.some((source) => this.matches(source, name))) {
        this.#names.add(name);
      }
    }
  }
}

class EvaluatedItems extends EvaluatedMembers {
  readonly #items: readonly unknown[];
  readonly #indexes = new Set<number>();

  constructor(evaluation: Evaluation, items: readonly unknown[]) {
    super(evaluation, items);
    this.#items = items;
  }

  has(index: number): boolean {
    return this.#indexes.has(index);
  }

  protected add(schema: JsonSchema, omitted: string | undefined): void {
    const { prefixItems = [], contains } = schema;
    const isOpen = ['items', 'unevaluatedItems'].some(
      (keyword) => keyword !== omitted && schema[keyword] !== undefined,
    );
    for (const [index, item] of this.#items.entries()) {
      if (isOpen || index < prefixItems.length || (contains !== undefined && this.accepts(contains, item))) {
        this.#indexes.add(index);
      }
    }
  }
}
