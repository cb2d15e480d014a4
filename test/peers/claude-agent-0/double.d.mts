/** A run of the double of the program: the key of a server, and the calls of each turn. */
export interface DoubleOptions {
  readonly server: string;
  readonly turns: readonly (readonly { readonly id: string; readonly name: string; readonly input: unknown }[])[];
}

export declare function createDouble(options: DoubleOptions): {
  pathToClaudeCodeExecutable: string;
  env: Record<string, string | undefined>;
};
