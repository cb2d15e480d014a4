/** An expression to evaluate, and the JSON text of its data. */
export interface ExpressionJob {
  readonly kind: 'query';
  readonly expression: string;
  readonly json: string;
  readonly maxCharacters: number;
}

/** A pattern to match. Its source is the one that the package re2js translates, with the flags of that package. */
export interface PatternJob {
  readonly kind: 'match';
  readonly source: string;
  readonly flags: number;
  readonly text: string;
  readonly maxMatches: number;
  readonly maxCharacters: number;
}

/** The messages to a worker that runs expressions and patterns. */
export type QueryJob = ExpressionJob | PatternJob;

/** Its answer: JSON text, or the reason why there is none. */
export type QueryOutput = { readonly json: string } | { readonly problem: string };

/** One match of a pattern. @description @additionalProperties false */
export interface PatternMatch {
  /** The index of the first character, beginning at 0 @asType integer */
  readonly index: number;
  readonly text: string;
  /** The texts of its groups. A group that matched nothing is null. @description */
  readonly groups: readonly (string | null)[];
}
