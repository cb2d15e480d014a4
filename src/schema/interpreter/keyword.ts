import type { JsonSchema } from '../../base/json/json-schema.js';
import type { AnySchema } from '../json-schema/schema-walk.js';
import type { PatternCompiler } from '../patterns/pattern-compiler.js';
import type { Check, CheckRun } from './check-run.js';

/** The details of a failure: the value, and the parameters and the message of ajv. */
export interface FailureDetails {
  readonly data: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A keyword of a schema, for the function that creates its check. */
export class Keyword {
  readonly name: string;
  readonly value: unknown;
  /** The schema that contains the keyword. */
  readonly schema: JsonSchema;
  readonly tools: SchemaTools;

  constructor(name: string, schema: JsonSchema, tools: SchemaTools) {
    this.name = name;
    this.value = schema[name];
    this.schema = schema;
    this.tools = tools;
  }

  /** Records that the keyword failed. Returns false. */
  fail(run: CheckRun, { data, params, message }: FailureDetails): false {
    if (!run.collects) return false;
    return run.fail(() => ({
      instancePath: run.instancePath,
      schemaPath: `${run.schemaPath}/${this.name}`,
      keyword: this.name,
      params,
      message,
      schema: this.value,
      parentSchema: this.schema,
      data,
    }));
  }
}

/** What the checks of keywords need to check the schemas that the keywords contain. */
export interface SchemaTools {
  /** Returns the check of a schema. */
  readonly checkOf: (schema: AnySchema) => Check;
  /** Returns the schema to which a reference refers. */
  readonly resolve: (ref: string) => AnySchema;
  readonly compilePattern: PatternCompiler;
  /** Counts the characters of a text for `minLength` and `maxLength`. The count may end at `enough`. */
  readonly countCharacters: (text: string, enough: number) => number;
}

/** A function that creates the check of a keyword, or returns undefined if the keyword accepts every value. */
export type CheckFactory = (keyword: Keyword) => Check | undefined;

/** A function that measures the size of a value. A size that is at least `enough` may be any number from `enough`. */
export type Measure = (data: unknown, run: CheckRun, enough: number) => number;

/**
 * Returns the factory of a keyword that limits the size of a value, such as `maxItems`. The unit is the word for the
 * message, and `createMeasure` returns the function that measures a value in that unit.
 */
export function sizeCheck(
  bound: 'min' | 'max',
  unit: string,
  createMeasure: (tools: SchemaTools) => Measure,
): CheckFactory {
  return (keyword) => {
    const measure = createMeasure(keyword.tools);
    const limit = keyword.value as number;
    const enough = bound === 'max' ? limit + 1 : limit;
    const message = `must NOT have ${bound === 'max' ? 'more' : 'fewer'} than ${limit} ${unit}`;
    return (data, run) => {
      const size = measure(data, run, enough);
      const isWithin = bound === 'max' ? size <= limit : size >= limit;
      return isWithin || keyword.fail(run, { data, params: { limit }, message });
    };
  };
}
