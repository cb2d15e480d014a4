import type { ValidationIssue } from '../../errors.js';

/** The verdict on a value that JSON Schema alone does not decide, and what an accepted value becomes. */
export type Received =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/**
 * Decides on a value and makes of it what the method receives: a DTO instance, a Date, a parsed value.
 * `bound` holds the top-level properties of the value that come from the state. They are not the model's, so they are
 * not judged where that can be avoided, and the received value has them as they are.
 */
export interface Receiver {
  (value: unknown, bound?: BoundValues): Received | Promise<Received>;
  /** How arguments are received as they came; undefined for what is never received like that. */
  readonly direct?: DirectReceiver;
}

/** Receives arguments that nobody has copied, held within the limits or looked through for unknown names. */
export interface DirectReceiver {
  /** The properties that it takes. */
  names(): Iterable<string>;
  /**
   * What the method receives, made at once, nothing of it the caller's. Undefined where that takes a closer look: then
   * all that is to be done first, and the receiver itself decides. May throw.
   */
  readonly take: (given: object) => object | undefined;
}

/** Values that bindings supply, by argument name. */
export type BoundValues = Readonly<Record<string, unknown>>;
