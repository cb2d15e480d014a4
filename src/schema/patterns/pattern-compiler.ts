/** A compiled pattern of a schema. */
export interface CompiledPattern {
  readonly source: string;
  /** Checks whether a text matches. */
  readonly test: (text: string) => boolean;
  /** The number of states of the compiled pattern. A test visits each of them at most once per character. */
  readonly states: number;
}

/** A function that compiles a pattern. It throws a DefinitionError if its engine cannot run the pattern. */
export type PatternCompiler = (source: string) => CompiledPattern;
