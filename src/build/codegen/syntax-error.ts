import { readFileSync } from 'node:fs';
import { ts } from './compiler.js';

/** The first syntax error of a file. */
export interface SyntaxErrorPlace {
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
  readonly message: string;
}

/** Finds the first syntax error of a TypeScript file. Returns undefined if it has none. */
export function findSyntaxError(fileName: string): SyntaxErrorPlace | undefined {
  const text = readFileSync(fileName, 'utf8');
  const compilerOptions = { experimentalDecorators: true, jsx: ts.JsxEmit.Preserve };
  const { diagnostics = [] } = ts.transpileModule(text, { fileName, compilerOptions, reportDiagnostics: true });
  const first = diagnostics.find(({ category }) => category === ts.DiagnosticCategory.Error);
  if (first?.start === undefined) return undefined;
  const before = text.slice(0, first.start).split('\n');
  const message = ts.flattenDiagnosticMessageText(first.messageText, '\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, message };
}
