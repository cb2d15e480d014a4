import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { WithoutBound } from './bound.js';
import type { ComparedOutput, Mismatch, SchemaInput, SchemaOutput } from './schema-types.js';
import type { ApprovalContext } from './tool-options.js';

/**
 * What a function may return for its `outputSchema`: the value, a promise or a ToolResult of it, a response, or a stream.
 *
 * @typeParam Output - The type of the `outputSchema`.
 */
export type Returnable<Output> =
  unknown extends SchemaInput<Output>
    ? unknown
    : ReturnableNow<Widened<SchemaInput<Output>>> | Promise<ReturnableNow<Widened<SchemaInput<Output>>>>;

/**
 * A type with `string` in the place of each text, and so on. What a function without parameters returns is read before its
 * schema, so that the compiler has widened the texts in it.
 */
type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends bigint | symbol | null | undefined | Date | ((...args: never[]) => unknown)
        ? T
        : { [Key in keyof T]: Widened<T[Key]> };

/** An Observable of any copy of rxjs. */
interface Subscribable {
  readonly subscribe: (...args: never[]) => unknown;
}

type ReturnableNow<Value> =
  | Value
  | ToolResult<Value>
  | ToolResponse
  | AsyncIterable<unknown>
  | Iterator<unknown>
  | Subscribable;

/**
 * `unknown` if a function can receive what its `inputSchema` accepts, or else a Mismatch. A parameter receives the entire
 * object, the property of its name, or the context. A `Bound` parameter receives none of them. Of several parameters,
 * others may be bound, which types do not show.
 */
export type Receives<Parameters extends readonly unknown[], Input> =
  unknown extends SchemaOutput<Input>
    ? unknown
    : // The usual case is compared first, because it costs compilers least.
      SchemaOutput<Input> extends Parameters[0]
      ? unknown
      : ReceivesSent<WithoutBound<Required<Parameters>>, Input>;

type ReceivesSent<Parameters extends readonly unknown[], Input> = Parameters extends readonly []
  ? unknown
  : true extends OneReceives<Parameters, ComparedOutput<Input>>
    ? unknown
    : Mismatch<'this function cannot receive what its inputSchema accepts', SchemaOutput<Input>, Parameters[0]>;

/** True if at least one parameter can receive the object, one of its properties, or the context. */
type OneReceives<Parameters extends readonly unknown[], Received> = {
  [Index in keyof Parameters]: Received extends Parameters[Index]
    ? true
    : Parameters[Index] extends ApprovalContext
      ? true
      : ReceivesProperty<Parameters[Index], Received>;
}[number];

/** True if at least one property fits a parameter. A type does not contain the name of the parameter. */
type ReceivesProperty<Parameter, Received> = {
  [Name in keyof Received]-?: Exclude<Received[Name], undefined> extends Parameter ? true : never;
}[keyof Received];

/**
 * The data of a tool that is made from a function: the output of its `outputSchema`, if that is a Standard Schema, what
 * another one accepts, or else what the function returns.
 */
export type FunctionData<Returned, Output> =
  unknown extends SchemaInput<Output>
    ? DataOf<Returned>
    : Output extends { readonly '~standard': unknown }
      ? SchemaOutput<Output>
      : SchemaInput<Output>;

/** `unknown` if a method returns what its `outputSchema` accepts, or else a Mismatch. */
export type Returns<Returned, Output> =
  Returned extends Returnable<Output>
    ? unknown
    : Mismatch<'this method does not return what its outputSchema accepts', SchemaInput<Output>, Awaited<Returned>>;

/** The names of the arguments that a schema describes. Any name if they are not known. */
export type PropertyName<Input> = unknown extends SchemaOutput<Input> ? string : keyof SchemaOutput<Input> & string;

/**
 * `unknown` if the names in `bind` are properties of the schema, or are not known, or else a Mismatch for the others. A
 * function with further parameters may have one of any other name, which types do not show.
 */
export type Binds<Input, Bound extends string, Parameters extends readonly unknown[]> = string extends Bound
  ? unknown
  : [Bound] extends [PropertyName<Input>]
    ? unknown
    : IsWhole<Parameters> extends true
      ? { readonly bind?: UnknownNames<Exclude<Bound, PropertyName<Input>>, PropertyName<Input>> }
      : unknown;

/** A Mismatch for each name that is none of the known ones. */
type UnknownNames<Names extends string, Known> = {
  readonly [Name in Names]: Mismatch<'the inputSchema has no property of this name', Known, Name>;
};

/** True if a function has one parameter, and may have the context as the second one. `any` is not the context. */
type IsWhole<Parameters extends readonly unknown[]> = 0 extends 1 & Parameters[1]
  ? false
  : Parameters extends readonly [unknown?, ApprovalContext?]
    ? true
    : false;

/** The type of an argument that a schema describes. Unknown if the arguments are not known. */
export type PropertyValue<Input, Name> = Name extends keyof SchemaOutput<Input> ? SchemaOutput<Input>[Name] : unknown;

/** What a caller sends: what the `inputSchema` accepts, without the bound parameters. Anything without a typed schema. */
export type SentInput<Input, Bound extends string> = Input extends undefined
  ? // biome-ignore lint/suspicious/noExplicitAny: arguments without a typed schema accept anything.
    any
  : unknown extends SchemaInput<Input>
    ? // biome-ignore lint/suspicious/noExplicitAny: as above.
      any
    : WithoutKeys<SchemaInput<Input>, Bound>;

/** An object type without some of its keys. `any` stays as it is. */
export type WithoutKeys<T, Keys extends PropertyKey> = 0 extends 1 & T ? T : [Keys] extends [never] ? T : Omit<T, Keys>;

/** The type of a tool's data, inferred from the type that its method returns. */
export type DataOf<Returned> =
  Awaited<Returned> extends infer Value
    ? Value extends ToolResult<infer Data>
      ? Data
      : Value extends ToolResponse | AsyncIterable<unknown> | Iterator<unknown> | Subscribable
        ? unknown
        : Value
    : never;
