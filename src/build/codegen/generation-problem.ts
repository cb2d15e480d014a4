import { relative } from 'node:path';
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

/** Describes a problem in one line: the file and position, the tool, and the message. */
export function describeProblem({ node, message }: GenerationProblem, where: string): string {
  return `${formatLocation(node.getSourceFile(), node.getStart())} ${where}: ${message}`;
}

/** Returns a position in a file as `path:line:column`, relative to the current folder. */
export function formatLocation(file: ts.SourceFile, position: number): string {
  const { line, character } = file.getLineAndCharacterOfPosition(position);
  return `${relative('', file.fileName)}:${line + 1}:${character + 1}`;
}
