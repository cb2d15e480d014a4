/** What a feature of a toolkit has against a call, so that it needs a decision. */
export interface CallConcern {
  /**
   * What is wrong. `untrusted`: an argument decides what the call does, and comes from outside. `unread`: an argument goes to
   * someone who may not read it. `undecided`: no argument decides what the call does, and the model, or the tool that makes
   * it, has read what others have written.
   */
  readonly kind: 'untrusted' | 'unread' | 'undecided';
  /**
   * The JSON Pointer of the argument in the arguments of the call. With `~#` at its end, what is concerned is the name of the
   * member there, which the model has written. Undefined if the call as a whole is concerned.
   */
  readonly argument?: string | undefined;
  /** Where the value comes from, in words. */
  readonly origin: string;
  /**
   * The tool and the place in its result that the value comes from, with `*` for an index: `inbox#/mails/*`. Undefined if
   * it comes from no result, or from an unknown one.
   */
  readonly source?: string | undefined;
  /** The call whose result the value comes from. Undefined if it comes from no result, or from an unknown one. */
  readonly callId?: string | undefined;
  /**
   * The value as a quoted text, without control characters and marks of direction, of at most 300 characters. Others may have
   * written it. Undefined if the call as a whole is concerned.
   */
  readonly text?: string | undefined;
  /** All of this in one sentence. It may quote what others have written. */
  readonly message: string;
}
