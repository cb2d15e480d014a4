import type * as stripper from '@swc/wasm-typescript';

/** The JavaScript of a source text, or the first of its mistakes. */
export type StripOutput =
  | { readonly code: string }
  | { readonly problem: { readonly message: string; readonly line?: number; readonly column?: number } };

/** What the parser throws at a mistake in a source text. */
interface SyntaxProblem {
  readonly code: string;
  readonly message: unknown;
  readonly startLine?: number;
  readonly startColumn?: number;
}

/**
 * Removes the types of a source text.
 *
 * @throws what the parser throws, except at a mistake in the source text. Its state is then unknown.
 */
export function stripSource({ transformSync }: Pick<typeof stripper, 'transformSync'>, source: string): StripOutput {
  try {
    return { code: transformSync(source, { mode: 'strip-only', module: true, filename: 'program.ts' }).code };
  } catch (error) {
    if (!isSyntaxProblem(error)) throw error;
    const { message, startLine: line, startColumn } = error;
    const column = startColumn === undefined ? undefined : startColumn + 1;
    return { problem: { message: String(message).slice(0, 500), line, column } };
  }
}

function isSyntaxProblem(error: unknown): error is SyntaxProblem {
  return typeof error === 'object' && error !== null && 'code' in error && /Syntax$/.test(String(error.code));
}
