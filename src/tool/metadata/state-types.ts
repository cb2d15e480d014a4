import type { AppTypes } from './app-types.js';

type AppState = AppTypes extends { readonly state: infer State } ? State : unknown;

/** A path into the state: any text, unless the application has declared the type of its state. */
export type StateKey = unknown extends AppState ? string : PathInto<AppState>;

/** What a path has to be: any text if it is not a literal, and else a path into the state. */
export type KnownPath<Path extends string> = string extends Path ? string : StateKey;

/** The type of the value at a path into the state. Unknown if it is not declared. */
export type StateValue<Path extends string> = unknown extends AppState
  ? unknown
  : string extends Path
    ? unknown
    : ValueAt<AppState, Path>;

/** A value whose parts are no steps of a path. */
type Leaf =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | readonly unknown[]
  | ((...args: never[]) => unknown);

/** The paths into a type, of at most five steps. Types may contain themselves. */
type PathInto<T, Depth extends readonly unknown[] = []> = Depth['length'] extends 5
  ? string
  : {
      [Step in keyof T & string]: NonNullable<T[Step]> extends Leaf
        ? Step
        : Step | `${Step}.${PathInto<NonNullable<T[Step]>, [...Depth, unknown]>}`;
    }[keyof T & string];

type ValueAt<T, Path extends string> = Path extends `${infer Step}.${infer Rest}`
  ? Step extends keyof T
    ? ValueAt<NonNullable<T[Step]>, Rest> | Extract<T[Step], undefined>
    : unknown
  : Path extends keyof T
    ? T[Path]
    : unknown;
