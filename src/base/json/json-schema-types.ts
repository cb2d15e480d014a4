import type { JsonSchema, JsonSchemaType } from './json-schema.js';

/**
 * What a type is for: `'input'` for what a caller sends, `'output'` for what is received after defaults are added, and
 * `'compared'` for the same in a comparison, in which `any` takes the place of what the schema does not say.
 */
type Side = 'input' | 'output' | 'compared';

// biome-ignore lint/suspicious/noExplicitAny: in a comparison, what the schema does not say is no contradiction.
type Unsaid<On extends Side> = On extends 'compared' ? any : unknown;

/** A value of `enum` or `const`. If it is not a literal, a comparison knows nothing about it. */
type ValueOf<Value, On extends Side> = On extends 'compared'
  ? string extends Value
    ? Unsaid<On>
    : number extends Value
      ? Unsaid<On>
      : Value
  : Value;

/**
 * The type of the values that a JSON Schema accepts, if the schema is a literal: `type`, `enum`, `const`, `anyOf`,
 * `oneOf`, `properties`, `required`, `items` and `default` are read. What other keywords say is not part of the type. A
 * schema without these keywords, such as a reference, is `unknown`.
 *
 * @typeParam Schema - The type of the literal, with its values: `as const`, or a `const` type parameter.
 * @typeParam On - What the type is for.
 */
export type FromJsonSchema<Schema, On extends Side = 'output'> = Schema extends { readonly const: infer Value }
  ? ValueOf<Value, On>
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? ValueOf<Value, On>
    : Schema extends { readonly type: infer Names }
      ? FromType<Schema, Names extends readonly (infer Name)[] ? Name : Names, On>
      : Schema extends { readonly anyOf: readonly (infer Option)[] }
        ? FromJsonSchema<Option, On>
        : Schema extends { readonly oneOf: readonly (infer Option)[] }
          ? FromJsonSchema<Option, On>
          : Unsaid<On>;

/** The type of one or each of several names of `type`. A name that is not a literal says nothing. */
type FromType<Schema, Name, On extends Side> = JsonSchemaType extends Name
  ? Unsaid<On>
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
              : Unsaid<On>;

type FromItems<Schema, On extends Side> = Schema extends { readonly prefixItems: unknown }
  ? ListOf<Unsaid<On>, On>
  : Schema extends { readonly items: infer Items extends JsonSchema }
    ? ListOf<FromJsonSchema<Items, On>, On>
    : ListOf<Unsaid<On>, On>;

type ListOf<Item, On extends Side> = On extends 'input' ? readonly Item[] : Item[];

type FromProperties<Schema, On extends Side> = Schema extends { readonly properties: infer Properties }
  ? Expanded<
      { [Name in Present<Schema, Properties, On>]: FromJsonSchema<Properties[Name], On> } & {
        [Name in Exclude<keyof Properties, Present<Schema, Properties, On>>]?: FromJsonSchema<Properties[Name], On>;
      }
    >
  : Schema extends { readonly additionalProperties: infer Values extends JsonSchema }
    ? Record<string, FromJsonSchema<Values, On>>
    : Record<string, Unsaid<On>>;

/**
 * The names of the properties that are always present. A default makes a property optional for a caller alone. If the
 * values of `required` are not literals, the caller may omit each property, and each is assumed to be received.
 */
type Present<Schema, Properties, On extends Side> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly default: unknown }
    ? On extends 'input'
      ? never
      : Name
    : Schema extends { readonly required: readonly (infer Required)[] }
      ? string extends Required
        ? On extends 'input'
          ? never
          : Name
        : Name extends Required
          ? Name
          : never
      : never;
}[keyof Properties];

/** Joins an intersection into one object type, so that an editor shows its properties. */
type Expanded<T> = T extends infer O ? { [K in keyof O]: O[K] } : never;
