import type { ts } from './compiler.js';

/** Something in a source file that keeps one tool's schema from being made. Collected; the build reports all of them. */
export class GenerationProblem extends Error {
  /** Where to point. */
  readonly node: ts.Node;

  constructor(node: ts.Node, message: string) {
    super(message);
    this.node = node;
  }
}
