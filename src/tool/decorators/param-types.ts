import type { JsonSchemaType } from '../../base/json/json-schema.js';
import type { ComparedOutput, Mismatch } from '../metadata/schema-types.js';
import type { Class, ParamOptions } from '../metadata/tool-options.js';

/** A decorator for a parameter of a method. Requires legacy decorators. */
export type ParamDecorator = (target: object, method: string | symbol | undefined, index: number) => void;

/**
 * A decorator whose options the compiler compares with the type of the parameter. Private and protected methods are not
 * compared, because the type of the class does not show them.
 */
export type CheckedParamDecorator<Options> = <Target extends object, Method, const Index extends number>(
  target: Target,
  method: Method,
  index: Method extends keyof Target
    ? Target[Method] extends (...args: infer Parameters) => unknown
      ? CheckedIndex<Parameters, Index, Options>
      : Index
    : Index,
) => void;

/** The options that no type contradicts. A decorator with only these costs the compiler no comparison. */
export type DescriptionOptions = Pick<ParamOptions, 'name' | 'description' | 'examples' | 'optional' | 'deprecated'>;

/** The decorator for options. Only options that a type can contradict cost the compiler a comparison. */
export type ParamDecoratorOf<Options> = [StatedKeys<Options> & ComparedOption] extends [never]
  ? ParamDecorator
  : CheckedParamDecorator<Options>;

/** The decorator that binds a parameter to a value of the state, whose type the compiler compares if it is declared. */
export type BindDecoratorOf<Value> = unknown extends Value
  ? ParamDecorator
  : CheckedParamDecorator<{ readonly stateValue: Value }>;

/** Refuses names that are no options. A type parameter alone would accept them. */
export type OnlyKnown<Options> = { readonly [Name in Exclude<keyof Options, keyof ParamOptions>]: never };

/** The names of the options that have a value in any case. */
type StatedKeys<Options> = {
  [Name in keyof Options]-?: undefined extends Options[Name] ? never : Name;
}[keyof Options];

type StringKeyword = 'pattern' | 'minLength' | 'maxLength' | 'format';
type NumberKeyword = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';
type ArrayKeyword = 'minItems' | 'maxItems' | 'uniqueItems';
type ComparedOption = 'type' | 'schema' | 'enum' | 'const' | 'default' | StringKeyword | NumberKeyword | ArrayKeyword;

type Nothing = null | undefined;
type Primitive = string | number | bigint | boolean;

/** The index, which is what the compiler passes, or a Mismatch. The values of a rest parameter are not compared. */
type CheckedIndex<
  Parameters extends readonly unknown[],
  Index extends number,
  Options,
> = number extends Parameters['length']
  ? Index
  : unknown extends Parameters[Index]
    ? Index
    : [Contradiction<Parameters[Index], Options>] extends [never]
      ? Index
      : Contradiction<Parameters[Index], Options>;

type Contradiction<Parameter, Options> =
  | (Options extends { readonly stateValue: infer Value }
      ? Contrary<'the state has a value of another type at this path', Value, Parameter>
      : never)
  | (Options extends { readonly type: infer Type }
      ? Contrary<"the option 'type' contradicts the type of the parameter", NamedType<Type>, Parameter>
      : never)
  | (Options extends { readonly schema: infer Schema }
      ? Contrary<"the option 'schema' contradicts the type of the parameter", ComparedOutput<Schema>, Parameter>
      : never)
  | (Options extends { readonly enum: readonly (infer Value)[] }
      ? Excluded<'a value of enum is excluded by the type of the parameter', Value, Parameter>
      : never)
  | (Options extends { readonly const: infer Value }
      ? Excluded<'the value of const is excluded by the type of the parameter', Value, Parameter>
      : never)
  | (Options extends { readonly default: infer Value }
      ? Excluded<'the default is excluded by the type of the parameter', Value, Parameter>
      : never)
  | Misplaced<StatedKeys<Options> & StringKeyword, Exclude<Primitive, string> | readonly unknown[], Parameter>
  | Misplaced<StatedKeys<Options> & NumberKeyword, Exclude<Primitive, number> | readonly unknown[], Parameter>
  | Misplaced<StatedKeys<Options> & ArrayKeyword, Primitive, Parameter>;

/** A Mismatch if neither type is a part of the other one. */
type Contrary<Problem extends string, Stated, Parameter> = unknown extends Stated
  ? never
  : [Exclude<Parameter, Nothing>] extends [Stated]
    ? never
    : [Exclude<Stated, Nothing>] extends [Parameter]
      ? never
      : Mismatch<Problem, Stated, Parameter>;

/**
 * A Mismatch for a primitive value that is not of the type. The text of a member of an enum is of its type, and a type
 * with objects may have any JSON form.
 */
type Excluded<Problem extends string, Value, Parameter> = [Extract<Parameter, object>] extends [never]
  ? [Value] extends [Parameter | `${Extract<Parameter, string | number>}`]
    ? never
    : Mismatch<Problem, Parameter, Value>
  : never;

/** A Mismatch for a keyword if all values of the parameter are of types that the keyword says nothing about. */
type Misplaced<Keyword, Other, Parameter> = [Keyword] extends [never]
  ? never
  : [Parameter] extends [Other | Nothing]
    ? Mismatch<'a keyword does not apply to the type of the parameter', Parameter, Keyword>
    : never;

/** The type of the values that `type` names. */
type NamedType<Type> = Type extends StringConstructor | 'string'
  ? string
  : Type extends NumberConstructor | 'number' | 'integer'
    ? number | bigint
    : Type extends BooleanConstructor | 'boolean'
      ? boolean
      : Type extends readonly [infer Item]
        ? readonly NamedType<Item>[]
        : Type extends Class
          ? InstanceType<Type>
          : Type extends 'array'
            ? readonly unknown[]
            : Type extends 'null'
              ? null
              : Type extends JsonSchemaType
                ? object
                : unknown;
