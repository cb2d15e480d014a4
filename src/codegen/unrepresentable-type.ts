/** The error for a type that JSON Schema cannot represent. The generator catches it and reports the place. */
export class UnrepresentableType extends Error {
  /** Names the type for the end of a sentence: `a function`. */
  readonly what: string;
  /** Leads from the parameter's type to the place, as property names and `[]`. */
  readonly path: readonly string[];

  constructor(what: string, path: readonly string[] = []) {
    super(what);
    this.what = what;
    this.path = path;
  }

  /** Gives the error with a path that begins one level above. */
  within(step: string): UnrepresentableType {
    return new UnrepresentableType(this.what, [step, ...this.path]);
  }
}
