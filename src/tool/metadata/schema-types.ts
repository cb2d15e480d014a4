import type { JsonSchema } from '../../base/json/json-schema.js';
import type { FromJsonSchema } from '../../base/json/json-schema-types.js';
import type { Class } from './tool-options.js';

/**
 * The type of the values that a caller sends for a schema: the input type of a Standard Schema, the properties of a DTO
 * class, or the type of a JSON Schema literal. Unknown if the schema is not a literal.
 *
 * @typeParam Source - The type of the schema.
 */
export type SchemaInput<Source> = JsonSchema extends Source
  ? unknown
  : Source extends { readonly '~standard': { readonly types?: { readonly input: infer Value } | undefined } }
    ? Value
    : Source extends Class
      ? DtoInput<InstanceType<Source>>
      : FromJsonSchema<Source, 'input'>;

/**
 * The type of the value that a tool receives for a schema, after defaults and transforms: the output type of a Standard
 * Schema, the instance of a DTO class, or the type of a JSON Schema literal. Unknown if the schema is not a literal.
 *
 * @typeParam Source - The type of the schema.
 */
export type SchemaOutput<Source> = ReceivedValue<Source, 'output'>;

/** The type that a tool receives for a schema, in a comparison: `any` takes the place of what a JSON Schema does not say. */
export type ComparedOutput<Source> = ReceivedValue<Source, 'compared'>;

type ReceivedValue<Source, On extends 'output' | 'compared'> = JsonSchema extends Source
  ? unknown
  : Source extends { readonly '~standard': { readonly types?: { readonly output: infer Value } | undefined } }
    ? Value
    : Source extends Class
      ? InstanceType<Source>
      : FromJsonSchema<Source, On>;

/**
 * A type that nothing is assignable to, in the place of a type that contradicts a schema. Compilers print it in the error.
 *
 * @typeParam Problem - What is wrong.
 * @typeParam Expected - The type that the schema requires.
 * @typeParam Actual - The type in the source text.
 */
export interface Mismatch<Problem extends string, Expected, Actual> {
  readonly problem: Problem;
  readonly expected: Expected;
  readonly actual: Actual;
}

/**
 * What a caller sends for an instance of a DTO class. Each property may be omitted, because a type does not say
 * whether a property has an initializer or `@IsOptional()`.
 */
type DtoInput<Instance> = {
  [Name in keyof Instance as Instance[Name] extends (...args: never[]) => unknown ? never : Name]?: DtoValue<
    Instance[Name]
  >;
};

type DtoValue<Value> = Value extends Date
  ? Date | string
  : Value extends readonly (infer Item)[]
    ? readonly DtoValue<Item>[]
    : Value extends object
      ? DtoInput<Value>
      : Value;
