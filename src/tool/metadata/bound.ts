import { brandClass, brands } from '../../base/values/brand.js';
import type { Mismatch } from './schema-types.js';
import type { StateKey, StateValue } from './state-types.js';

/** The part of a `Bound` type that has its state key. It exists for the compiler alone, and any value is assignable to it. */
export interface BoundTo<Key extends string> {
  readonly [boundTo]?: Key;
}

declare const boundTo: unique symbol;

/** `unknown` if a parameter of a type can receive a value of the state, or else a Mismatch. */
export type Bindable<T, Value> = unknown extends Value
  ? unknown
  : [Exclude<T, null | undefined>] extends [Value]
    ? unknown
    : [Exclude<Value, null | undefined>] extends [T]
      ? unknown
      : Mismatch<'the state has a value of another type at this path', Value, T>;

/**
 * The type of a parameter that is bound to a state key and hidden from the model, as `@Bind()` does it. In the method, the
 * parameter is a `T`. The key exists in the source text alone, so that the build plugin, `toolwright/register`,
 * `toolwright generate`, the command or the transformer of Jest has to read it.
 *
 * @typeParam T - The type of the value.
 * @typeParam Key - The state key, as a literal type: a dotted path into the state.
 *
 * @example
 * ```ts
 * search(query: string, tenant: Bound<string, 'session.tenant'>) { … }
 * ```
 */
export type Bound<T extends Bindable<T, StateValue<Key>>, Key extends StateKey> = 0 extends 1 & T
  ? BoundTo<Key>
  : T extends null | undefined
    ? T
    : T & BoundTo<Key>;

/**
 * The runtime type of a parameter of the type `Bound`, which compilers emit for legacy decorators. Without it, they would emit
 * `String` for a `Bound<string, …>` that no build has read, and the model would set the parameter.
 */
export const Bound: abstract new () => object = class {};

brandClass(Bound, brands.bound);

/** Whether a parameter has a `Bound` type, by the marker in it. `any` and `never` have none. */
export type IsBound<Parameter> = symbol extends keyof NonNullable<Parameter>
  ? false
  : typeof boundTo extends keyof NonNullable<Parameter>
    ? true
    : false;

/** The types of the parameters of a function, without those that are bound. */
export type WithoutBound<Parameters extends readonly unknown[]> = Parameters extends readonly [
  infer First,
  ...infer Others,
]
  ? IsBound<First> extends true
    ? WithoutBound<Others>
    : [First, ...WithoutBound<Others>]
  : Parameters;
