import type { ModelMessage } from './model.js';

/** A call that a model has to want. */
export interface ExpectedCall {
  /** The names of the tools, any of which is right. */
  readonly tools: readonly string[];
  /** The arguments that the call must have. It may have others. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A request to a model, and the calls that are right. */
export interface EvalCase {
  readonly name: string;
  readonly messages: readonly ModelMessage[];
  /** The calls that the model has to want, in any order. Empty if it must not call any tool. */
  readonly expect: readonly ExpectedCall[];
  /** The tools that must not be called. */
  readonly never: readonly string[];
}

/** The name of no tool, in files and in reports. */
export const noTool = 'none';
