import type { GeneratedDefs } from '../typed/generated-types.js';

/** The type information of the method that a parameter belongs to. */
export interface ParameterOwner {
  /** `Class.method`, for errors. */
  readonly where: string;
  /** Whether the compiler emitted runtime types. */
  readonly reflected: boolean;
  /** Whether the owner is a plain function, which has no decorators. @default false */
  readonly isFunction?: boolean | undefined;
  /** The definitions to which the references in its generated schemas resolve. */
  readonly $defs?: GeneratedDefs | undefined;
}
