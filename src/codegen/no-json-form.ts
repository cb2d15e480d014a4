/** Why a type cannot be said in JSON Schema, and where inside of it. Caught within the build. */
export class NoJsonForm extends Error {
  /** What it is, for the end of a sentence: `a function`. */
  readonly what: string;
  /** From the parameter's type to the place, as property names and `[]`. */
  readonly path: readonly string[];

  constructor(what: string, path: readonly string[] = []) {
    super(what);
    this.what = what;
    this.path = path;
  }

  /** The same, seen from one level above. */
  within(step: string): NoJsonForm {
    return new NoJsonForm(this.what, [step, ...this.path]);
  }
}
