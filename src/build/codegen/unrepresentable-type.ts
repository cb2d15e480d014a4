/** The error for a type that JSON Schema cannot represent. The generator catches it and reports the location. */
export class UnrepresentableType extends Error {
  /** The kind of type, worded for use within a sentence: `a function`. */
  readonly what: string;
  /** The path from the parameter's type to the unrepresentable type, as property names and `[]`. */
  readonly path: readonly string[];

  constructor(what: string, path: readonly string[] = []) {
    super(what);
    this.what = what;
    this.path = path;
  }

  /** Returns a copy of the error whose path begins one level above. */
  within(step: string): UnrepresentableType {
    return new UnrepresentableType(this.what, [step, ...this.path]);
  }
}
