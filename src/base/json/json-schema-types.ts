import type { JsonSchema, JsonSchemaType } from './json-schema.js';

/** Whether a type describes what is sent, in which properties with a default are optional, or what is received. */
type Side = 'input' | 'output';

/**
 * The type of the values that a JSON Schema accepts, if the schema is a literal: `type`, `enum`, `const`, `anyOf`,
 * `oneOf`, `properties`, `required`, `items` and `default` are read. What other keywords say is not part of the type. A
 * schema without these keywords, such as a reference, is `unknown`.
 *
 * @typeParam Schema - The type of the literal, with its values: `as const`, or a `const` type parameter.
 * @typeParam On - `'input'` for what a caller sends, `'output'` for what is received after defaults are added.
 */
export type FromJsonSchema<Schema, On extends Side = 'output'> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Names }
      ? FromType<Schema, Names extends readonly (infer Name)[] ? Name : Names, On>
      : Schema extends { readonly anyOf: readonly (infer Option)[] }
        ? FromJsonSchema<Option, On>
        : Schema extends { readonly oneOf: readonly (infer Option)[] }
          ? FromJsonSchema<Option, On>
          : unknown;

/** The type of one or each of several names of `type`. A name that is not a literal says nothing. */
type FromType<Schema, Name, On extends Side> = JsonSchemaType extends Name
  ? unknown
  : Name extends 'string'
    ? string
    : Name extends 'number' | 'integer'
      ? number
      : Name extends 'boolean'
        ? boolean
        : Name extends 'null'
          ? null
          : Name extends 'array'
            ? FromItems<Schema, On>
            : Name extends 'object'
              ? FromProperties<Schema, On>
              : unknown;

type FromItems<Schema, On extends Side> = Schema extends { readonly prefixItems: unknown }
  ? ListOf<unknown, On>
  : Schema extends { readonly items: infer Items extends JsonSchema }
    ? ListOf<FromJsonSchema<Items, On>, On>
    : ListOf<unknown, On>;

type ListOf<Item, On extends Side> = On extends 'input' ? readonly Item[] : Item[];

type FromProperties<Schema, On extends Side> = Schema extends { readonly properties: infer Properties }
  ? Expanded<
      { [Name in Present<Schema, Properties, On>]: FromJsonSchema<Properties[Name], On> } & {
        [Name in Exclude<keyof Properties, Present<Schema, Properties, On>>]?: FromJsonSchema<Properties[Name], On>;
      }
    >
  : Schema extends { readonly additionalProperties: infer Values extends JsonSchema }
    ? Record<string, FromJsonSchema<Values, On>>
    : Record<string, unknown>;

/**
 * The names of the properties that are always present. A default makes a property optional for a caller alone. If the
 * values of `required` are not literals, the caller may omit each property, and each is assumed to be received.
 */
type Present<Schema, Properties, On extends Side> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly default: unknown }
    ? On extends 'output'
      ? Name
      : never
    : Schema extends { readonly required: readonly (infer Required)[] }
      ? string extends Required
        ? On extends 'output'
          ? Name
          : never
        : Name extends Required
          ? Name
          : never
      : never;
}[keyof Properties];

/** The same type as one object, so that an editor shows its properties. */
type Expanded<T> = T extends infer O ? { [K in keyof O]: O[K] } : never;
