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
export type ParamDecoratorOf<Options> = [keyof Options & ComparedOption] extends [never]
  ? ParamDecorator
  : CheckedParamDecorator<Options>;

/** The decorator that binds a parameter to a value of the state, whose type the compiler compares if it is declared. */
export type BindDecoratorOf<Value> = unknown extends Value
  ? ParamDecorator
  : CheckedParamDecorator<{ readonly stateValue: Exclude<Value, undefined> }>;

/** Refuses names that are no options. A type parameter alone would accept them. */
export type OnlyKnown<Options> = { readonly [Name in Exclude<keyof Options, keyof ParamOptions>]: never };

type StringKeyword = 'pattern' | 'minLength' | 'maxLength' | 'format';
type NumberKeyword = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';
type ArrayKeyword = 'minItems' | 'maxItems' | 'uniqueItems';
type ComparedOption =
  | 'type'
  | 'schema'
  | 'enum'
  | 'const'
  | 'default'
  | 'stateValue'
  | StringKeyword
  | NumberKeyword
  | ArrayKeyword;

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
    : // Inferred, so that compilers compute it once.
      Contradiction<Parameters[Index], Options> extends infer Problem
      ? [Problem] extends [never]
        ? Index
        : Problem
      : never;

/** The Mismatch of each option that contradicts the type of the parameter. */
type Contradiction<Parameter, Options> = {
  [Name in keyof Options & ComparedOption]: OptionContradiction<Name, Options[Name], Parameter>;
}[keyof Options & ComparedOption];

/** A Mismatch if an option contradicts the type of the parameter. An option that may be missing contradicts nothing. */
type OptionContradiction<Name, Stated, Parameter> = undefined extends Stated
  ? never
  : Name extends StringKeyword
    ? Misplaced<Name, Exclude<Primitive, string> | readonly unknown[], Parameter>
    : Name extends NumberKeyword
      ? Misplaced<Name, Exclude<Primitive, number> | readonly unknown[], Parameter>
      : Name extends ArrayKeyword
        ? Misplaced<Name, Primitive, Parameter>
        : Name extends 'default'
          ? Excluded<'the default is excluded by the type of the parameter', Stated, Parameter>
          : Name extends 'type'
            ? Contrary<"the option 'type' contradicts the type of the parameter", NamedType<Stated>, Parameter>
            : Name extends 'enum'
              ? Excluded<'a value of enum is excluded by the type of the parameter', Element<Stated>, Parameter>
              : Name extends 'const'
                ? Excluded<'the value of const is excluded by the type of the parameter', Stated, Parameter>
                : Name extends 'schema'
                  ? Contrary<
                      "the option 'schema' contradicts the type of the parameter",
                      ComparedOutput<Stated>,
                      Parameter
                    >
                  : Contrary<'the state has a value of another type at this path', Stated, Parameter>;

type Element<List> = List extends readonly (infer Value)[] ? Value : never;

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
type Misplaced<Keyword, Other, Parameter> = [Parameter] extends [Other | Nothing]
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
