import type { ts } from './compiler.js';

/** A problem in a source file that prevents the generation of one tool's schema. The generator reports all of them. */
export class GenerationProblem extends Error {
  /** The node at whose location the problem is reported. */
  readonly node: ts.Node;

  constructor(node: ts.Node, message: string) {
    super(message);
    this.node = node;
  }
}
